// Steps through the game of the page. The list of moves holds what is to be shown of each, so that no step asks the server.
(() => {
  "use strict";
  const game = document.querySelector(".game"), list = game?.querySelector(".moves");
  if (!list) return;
  const moves = [...list.querySelectorAll("a")], board = game.querySelector(".board"), last = moves.length - 1;
  const slots = [...game.querySelectorAll("[data-slot]")], clocks = [...game.querySelectorAll(".side [data-clock]")];
  const links = [...game.querySelectorAll(".curve a")], line = game.querySelector(".curve .chosen");
  let at = moves.findIndex((m) => m.hasAttribute("aria-current")), flipped = game.classList.contains("flipped"), saving;

  // The corner of a square, 0 being a8 as in a FEN and 63 h1.
  const corner = (i) => (flipped ? [700 - i % 8 * 100, 700 - (i >> 3) * 100] : [i % 8 * 100, (i >> 3) * 100]);
  const square = (name) => name.charCodeAt(0) - 97 + 8 * (8 - name[1]);
  const draw = (of) => {
    if (!board) return;
    const sides = { w: {}, b: {} };
    let drawn = "", arrows = "", i = 0;
    for (const c of of.men.replaceAll("/", "").replace(/\d/g, (n) => " ".repeat(n))) {
      if (c !== " ") {
        const side = c < "a" ? "w" : "b", kind = c.toLowerCase(), [x, y] = corner(i);
        drawn += `<use class="${side}" href="#man-${kind}" x="${x}" y="${y}" width="100" height="100"/>`;
        (sides[side][kind] ??= []).push("abcdefgh"[i % 8] + (8 - (i >> 3)));
      }
      i++;
    }
    for (const [name, uci] of [["best", of.best], ["played", of.played]]) {
      if (!uci || name === "best" && uci === of.played) continue;
      const [x, y] = corner(square(uci)), [tx, ty] = corner(square(uci.slice(2))), short = 1 - 34 / Math.hypot(tx - x, ty - y);
      arrows += `<path class="arrow ${name}" marker-end="url(#head-${name})" d="M${x + 50} ${y + 50}L${Math.round(x + 50 + (tx - x) * short)} ${Math.round(y + 50 + (ty - y) * short)}"/>`;
    }
    board.querySelector(".men").innerHTML = drawn;
    board.querySelector(".arrows").innerHTML = arrows;
    const letters = board.dataset.letters.split(" ");
    board.querySelector("title").textContent = (of.played ? board.dataset.after.replace("{}", () => of.name) : board.dataset.first) + ": " + Object.keys(sides).map((side) => board.dataset[side] + ": " +
      [..."kqrbnp"].flatMap((kind, k) => (sides[side][kind] ?? []).map((name) => (letters[k] ?? "") + name)).join(", ")).join("; ");
  };
  const show = (n) => {
    at = Math.max(-1, Math.min(last, n));
    const move = moves[at], of = (move ?? list).dataset;
    draw(of);
    for (const slot of slots) slot.textContent = of[slot.dataset.slot] ?? (slot.matches("small, span:not(.fig span)") ? "" : "–");
    for (const clock of clocks) clock.textContent = [moves[at], moves[at - 1]].find((m) => m?.dataset.side === clock.dataset.clock)?.dataset.clock ?? "";
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    line?.classList.toggle("none", !move);
    if (move) {
      move.setAttribute("aria-current", "step");
      const folded = move.closest("details:not([open])");
      if (folded) folded.open = true;
      if (list.scrollHeight > list.clientHeight) list.scrollTop = move.offsetTop - list.clientHeight / 2;
      else move.scrollIntoView({ block: "nearest" });
      const under = links[at]?.querySelector("rect");
      if (under) for (const end of ["x1", "x2"]) line?.setAttribute(end, +under.getAttribute("x") + under.getAttribute("width") / 2);
    }
    clearTimeout(saving); // browsers hold an address that changes too often
    saving = setTimeout(() => {
      const here = new URL(location.href), set = (name, value) => (value === null ? here.searchParams.delete(name) : here.searchParams.set(name, value));
      set("ply", at < 0 ? null : at);
      set("side", flipped ? "black" : null);
      history.replaceState(null, "", here);
    }, 200);
  };
  const turn = () => {
    flipped = game.classList.toggle("flipped");
    const names = [...board.querySelectorAll("text")], said = names.map((e) => e.textContent);
    names.forEach((e, i) => { e.textContent = said[i ^ 14]; }); // files and ranks take turns
    show(at);
  };
  const keys = { Home: () => show(-1), ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), End: () => show(last), f: turn };
  game.addEventListener("click", (e) => {
    const a = e.target.closest("a");
    if (!a || e.ctrlKey || e.metaKey || e.shiftKey) return;
    const go = keys[a.dataset.key] ?? [moves, links].filter((all) => all.includes(a)).map((all) => () => show(all.indexOf(a)))[0];
    if (go) { e.preventDefault(); go(); }
  });
  let from = null;
  board?.addEventListener("touchstart", (e) => { from = e.touches[0].clientX; }, { passive: true });
  board?.addEventListener("touchend", (e) => {
    const by = e.changedTouches[0].clientX - from;
    if (Math.abs(by) > 30) show(at + (by < 0 ? 1 : -1));
  });
})();
