// What pages do beside reading and forms, which work without this file.
(() => {
  "use strict";
  const root = document.documentElement;
  const csrf = () => document.querySelector('input[name="csrf"]')?.value ?? "";
  const typing = (e) => e.target.closest("input, select, textarea, [contenteditable]");

  // While figures are covered, rows that stand in the order of figures stand in that of names.
  const collator = new Intl.Collator(root.lang);
  const arrange = () => {
    const covered = root.hasAttribute("data-cover");
    for (const table of document.querySelectorAll("[data-ordered]")) {
      if (table.hasAttribute("data-named") === covered) continue;
      const body = table.tBodies[0], all = [...body.rows];
      all.forEach((r, i) => { r.dataset.at ??= i; });
      const name = (r) => r.querySelector("th")?.textContent ?? "";
      all.sort((a, b) => covered ? collator.compare(name(a), name(b)) : a.dataset.at - b.dataset.at);
      body.append(...all);
      table.toggleAttribute("data-named", covered);
    }
  };
  document.addEventListener("htmx:afterSwap", arrange);

  // The cover key hides every figure and what depends on one, also on the next page.
  const cover = (on) => {
    root.toggleAttribute("data-cover", on);
    document.querySelector("[data-cover]:not(html)")?.setAttribute("aria-pressed", String(on));
    sessionStorage.setItem("cover", on ? "yes" : "");
    arrange();
  };
  cover(sessionStorage.getItem("cover") === "yes");
  document.addEventListener("click", (e) => {
    if (e.target.closest("button[data-cover]")) cover(!root.hasAttribute("data-cover"));
  });

  // Keys: j and k go through the rows of a table, Enter opens one, / searches, ? helps, 0 covers; what has data-key is clicked by its key.
  const rows = () => [...document.querySelectorAll("[data-rows] tbody tr")].filter((r) => r.querySelector("a"));
  document.addEventListener("keydown", (e) => {
    if (typing(e) || e.ctrlKey || e.metaKey || e.altKey) return;
    const all = rows(), at = all.findIndex((r) => r.contains(document.activeElement));
    const go = (i) => { e.preventDefault(); all[Math.max(0, Math.min(all.length - 1, i))]?.querySelector("a")?.focus(); };
    switch (e.key) {
      case "j": return go(at + 1);
      case "k": return go(at < 0 ? 0 : at - 1);
      case "?": location.href = document.querySelector("[data-help]")?.href ?? "/help"; return;
      case "0": return cover(!root.hasAttribute("data-cover"));
      case "ArrowLeft": case "ArrowRight": case "Home": case "End": case "f": {
        const step = document.querySelector(`[data-key="${e.key}"]`);
        if (step) { e.preventDefault(); step.click(); }
      }
    }
  });

  document.addEventListener("keyup", (e) => { // not before the key is up, or the field would get it
    if (e.key !== "/" || typing(e)) return;
    const search = document.querySelector('input[type="search"]');
    search?.closest("details")?.setAttribute("open", "");
    search?.focus();
  });

  // Progress comes as server-sent events; where they are cut or refused for a while, the page asks again by itself.
  const live = document.querySelector("[data-live]");
  if (live && window.EventSource) {
    let last = "", news = false, asking = false;
    // One request at a time: htmx would put its answer where #live was when it was asked. One that fails is made again, while there is something to replace.
    const refresh = async () => {
      if (asking) return;
      for (asking = true; news && document.querySelector("#live");) {
        await new Promise((done) => setTimeout(done, 1000));
        if (document.querySelector("#live form[data-drop] .progress:not([hidden])")) continue; // files go, or the reason why not is read
        news = false;
        await htmx.ajax("GET", location.href, { target: "#live", select: "#live", swap: "outerHTML" })?.catch(() => { news = true; });
      }
      asking = false;
    };
    const ask = () => { news = true; refresh(); };
    const heard = (e) => { if (e.data !== last) { last = e.data; ask(); } };
    document.body.addEventListener("htmx:responseError", () => { news = true; });
    const follow = () => {
      const source = new EventSource(live.dataset.live);
      source.onmessage = heard;
      for (const kind of ["progress", "done", "given_up"]) source.addEventListener(kind, heard);
      for (const last of ["done", "given_up"]) source.addEventListener(last, () => { source.close(); setTimeout(follow, 5000); }); // there may be more to do later
      source.onerror = () => { if (source.readyState === EventSource.CLOSED) setTimeout(() => { ask(); follow(); }, 5000); };
    };
    follow();
  }

  // Files go one by one, so that an upload that breaks off goes on with the next file.
  for (const form of document.querySelectorAll("form[data-drop]")) {
    const input = form.querySelector('input[type="file"]'), says = form.querySelector(".progress"), done = new Set();
    const name = (f) => `${f.name} ${f.size} ${f.lastModified}`;
    const send = (file, to) => new Promise((resolve, reject) => {
      const r = new XMLHttpRequest();
      r.open("POST", `${to}?name=${encodeURIComponent(file.name)}`);
      r.setRequestHeader("Fairplay-Form", csrf());
      r.setRequestHeader("Content-Type", "application/octet-stream");
      r.upload.onprogress = (e) => { says.textContent = `${file.name}: ${Math.floor(100 * e.loaded / (e.total || 1))} %`; };
      r.onload = () => r.status < 400 ? resolve(r.responseURL) : reject(new DOMParser().parseFromString(r.responseText, "text/html"));
      r.onerror = () => reject(null);
      r.send(file);
    });
    const sendAll = async (files) => {
      let to = form.getAttribute("action"), at = "", refused = "";
      says.hidden = false;
      for (const file of files) {
        if (done.has(name(file))) continue;
        try {
          at = await send(file, to);
          done.add(name(file));
          if (form.dataset.drop === "new") { to = new URL(at).pathname + "/upload"; form.setAttribute("action", to); form.dataset.drop = "games"; }
        } catch (page) {
          refused += `${file.name}: ${page?.querySelector(".problem")?.textContent ?? form.dataset.cut} `;
          if (!page) break;
        }
      }
      if (refused) says.textContent = `${refused}${done.size}/${files.length}`;
      else if (at) location.href = at;
    };
    form.addEventListener("submit", (e) => { if (input.files.length) { e.preventDefault(); sendAll(input.files); } });
    form.addEventListener("dragover", (e) => { e.preventDefault(); form.classList.add("over"); });
    form.addEventListener("dragleave", () => form.classList.remove("over"));
    form.addEventListener("drop", (e) => { e.preventDefault(); form.classList.remove("over"); sendAll(e.dataTransfer.files); });
  }
})();
