// The arbiters' log on a device: notes that cannot be sent wait in this browser, in the order and with the time of
// their taps, and go as soon as the service answers. Without this file the form is sent as any other.
(() => {
  "use strict";
  const form = document.querySelector("form[data-log]"), box = document.getElementById("waiting");
  if (!form || !box) return;
  const place = `fairplay log ${form.dataset.log}`;
  const read = () => { try { return JSON.parse(localStorage.getItem(place)) ?? []; } catch { return []; } };
  const keep = (notes) => { notes.length ? localStorage.setItem(place, JSON.stringify(notes)) : localStorage.removeItem(place); show(); };
  let signedOut = false, sending = false, later = 0;

  const line = (text, name = "p") => { const e = document.createElement(name); e.textContent = text; box.append(e); return e; };
  const inWords = (note) => [note.fields.round, note.who, note.button, note.fields.move || note.fields.left || note.fields.back, note.fields.text,
    new Date(note.fields.tapped).toLocaleTimeString(document.documentElement.lang)].filter(Boolean).join(" · ");
  const show = () => {
    const notes = read(), waits = notes.filter((n) => !n.refused);
    box.replaceChildren();
    box.hidden = !notes.length;
    if (waits.length) line(`${box.dataset.waits} ${waits.length}`).className = "count";
    if (waits.length && signedOut) line(box.dataset.signedOut);
    for (const note of waits) line(inWords(note));
    for (const note of notes.filter((n) => n.refused)) {
      const p = line(`${box.dataset.refused} ${inWords(note)}: ${note.refused} `), drop = document.createElement("button");
      drop.type = "button"; drop.className = "quiet"; drop.textContent = box.dataset.drop;
      drop.addEventListener("click", () => keep(read().filter((n) => n.fields.tapped !== note.fields.tapped)));
      p.append(drop);
    }
  };

  // send sends one note: "sent", "wait", or the words of a refusal.
  const send = async (note) => {
    let answer;
    try {
      answer = await fetch(form.getAttribute("action"), { method: "POST", headers: { "Fairplay-Form": form.elements.csrf.value },
        body: new URLSearchParams({ ...note.fields, sent: new Date().toISOString() }) });
    } catch { return "wait"; }
    const page = new DOMParser().parseFromString(await answer.text().catch(() => ""), "text/html");
    signedOut = page.body.dataset.page === "door";
    if (signedOut || answer.status >= 500 || answer.status === 429) return "wait";
    if (answer.ok && page.body.dataset.page === "log") {
      const fresh = page.getElementById("notes");
      if (fresh) document.getElementById("notes").replaceWith(document.adoptNode(fresh));
      return "sent";
    }
    return page.querySelector(".problem")?.textContent || page.querySelector("main p.lead, main h1")?.textContent || String(answer.status);
  };
  const sendAll = async () => {
    if (sending) return;
    sending = true;
    clearTimeout(later);
    for (let note; (note = read().find((n) => !n.refused));) {
      const came = await send(note);
      if (came === "wait") break;
      const rest = read();
      keep(came === "sent" ? rest.filter((n) => n.fields.tapped !== note.fields.tapped)
        : rest.map((n) => n.fields.tapped === note.fields.tapped ? { ...n, refused: came } : n));
    }
    sending = false;
    show();
    if (read().some((n) => !n.refused)) later = setTimeout(sendAll, 15000);
  };

  form.addEventListener("submit", (e) => {
    e.preventDefault();
    const chosen = form.querySelector('input[name="player"]:checked'), button = e.submitter;
    const fields = Object.fromEntries([...new FormData(form)].filter(([name, value]) => name !== "csrf" && value !== ""));
    fields.do = button?.value ?? "left";
    fields.tapped = new Date().toISOString();
    keep([...read(), { fields, who: fields.who ?? chosen?.parentElement.textContent.trim() ?? "", button: button?.textContent ?? "" }]);
    if (chosen) chosen.checked = false;
    for (const name of ["who", "text", "code", "requested", "corrects"]) {
      const field = form.elements[name];
      if (field) field.type === "checkbox" ? field.checked = false : field.value = "";
    }
    find.value = ""; filter();
    sendAll();
  });
  window.addEventListener("online", sendAll);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) sendAll(); });

  // Typing finds a player by part of his name or by his number.
  const find = document.getElementById("find");
  const filter = () => {
    const asked = find.value.trim().toLocaleLowerCase();
    for (const label of form.querySelectorAll(".people label")) label.hidden = asked !== "" && !label.textContent.toLocaleLowerCase().includes(asked);
  };
  find.addEventListener("input", filter);
  show();
  sendAll();
})();
