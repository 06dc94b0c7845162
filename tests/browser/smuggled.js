// What hostile markup would try in a page, run as a file of the site itself. For test_policy.py.
globalThis.attempts = (async () => {
  globalThis.ran = [];
  const note = (name) => `globalThis.ran.push("${name}")`;
  const put = (html) => {
    const div = document.createElement("div");
    div.innerHTML = html;
    document.body.append(div);
    return div;
  };
  const script = (set) => {
    const made = document.createElement("script");
    set(made);
    document.body.append(made);
  };
  script((made) => { made.textContent = note("inline"); });
  script((made) => { made.src = `data:text/javascript,${note("data")}`; });
  script((made) => { made.src = URL.createObjectURL(new Blob([note("blob")])); });
  script((made) => { made.src = "https://elsewhere.test/x.js"; });
  script((made) => { made.type = "module"; made.textContent = note("module"); });
  put(`<img src="x:" onerror='${note("handler")}'>`);
  put(`<svg onload='${note("svg")}'></svg>`);
  put(`<a href='javascript:${note("link")}'>x</a>`).querySelector("a").click();
  const inner = `parent.${note("srcdoc")}`.replaceAll('"', "&quot;");
  put(`<iframe srcdoc="<script>${inner}</script>"></iframe>`);
  put(`<iframe src='javascript:parent.${note("frame")}'></iframe>`);
  put('<form action="https://elsewhere.test/"><button>x</button></form>')
    .querySelector("button").click();
  put('<base href="https://elsewhere.test/">');
  put('<object data="data:text/html,x"></object><embed src="data:text/html,x">');
  put('<p style="color: rgb(1, 2, 3)" id="styled">x</p>');
  for (const run of [
    () => eval(note("eval")),
    () => Function(note("Function"))(),
    () => setTimeout(note("timeout"), 0),
  ]) {
    try {
      run();
    } catch {
      // Refused, as it should be.
    }
  }
  const heard = (made, loaded) => new Promise((resolve, reject) => {
    made.onerror = reject;
    made[loaded] = resolve;
  });
  const picture = (address) => {
    const made = new Image();
    made.src = address;
    return made;
  };
  const refused = [];
  for (const ask of [
    () => fetch("https://elsewhere.test/"),
    () => import("https://elsewhere.test/x.mjs"),
    () => heard(new WebSocket("wss://elsewhere.test/"), "onopen"),
    () => heard(picture("https://elsewhere.test/x.png"), "onload"),
  ]) {
    try {
      await ask();
      refused.push(false);
    } catch {
      refused.push(true);
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  return {
    ran: globalThis.ran,
    refused,
    styled: getComputedStyle(document.getElementById("styled")).color,
    base: document.baseURI,
    violations: globalThis.violations.length,
  };
})();
