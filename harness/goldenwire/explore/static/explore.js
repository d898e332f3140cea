// The pages and their addresses. The decoder and the encoder keep their state while other pages are shown.

import { ask, element, problem, words } from "/dom.js";
import { Decoder } from "/decoder.js";
import { Encoder } from "/encoder.js";
import { rule, spec, specs, text, vector, vectors } from "/library.js";
import { run, runs } from "/runs.js";

const main = document.getElementById("main");
const begin = await ask("begin");
const kept = new Map();

// A page that is made once, and opened at an address.
function once(name, Page) {
  return (_, said) => {
    if (!kept.has(name)) kept.set(name, new Page(begin));
    if (main.firstChild !== kept.get(name).root) main.replaceChildren(kept.get(name).root);
    return kept.get(name).open(said);
  };
}

// The pages by the first word of their addresses, with the entry of the navigation that they belong to.
const PAGES = {
  decode: ["decode", once("decode", Decoder)],
  encode: ["encode", once("encode", Encoder)],
  specs: ["specs", (place) => specs(place, begin)],
  spec: ["specs", spec],
  text: ["specs", text],
  requirement: ["specs", rule],
  vectors: ["vectors", (place, said) => vectors(place, said, begin)],
  vector: ["vectors", vector],
  runs: ["runs", (place) => runs(place, begin)],
  run: ["runs", run],
};

const PATIENCE = 300; // milliseconds until a page that takes longer says so
let asked = 0;

async function open() {
  const said = words(location.hash || "#decode");
  const [entry, show] = PAGES[said[0]] ?? [];
  for (const one of document.querySelectorAll("#pages a")) {
    if (one.hash === `#${entry}`) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
  const number = ++asked;
  let isShown = false;
  // A page whose answer arrives when another one has been opened is not shown any more.
  const place = {
    replaceChildren: (...children) => {
      if (number !== asked) return;
      isShown = true;
      main.replaceChildren(...children);
    },
  };
  setTimeout(() => isShown || kept.has(said[0]) || place.replaceChildren(element("p", { className: "quiet", role: "status" }, "Reading …")), PATIENCE);
  if (show) await show(place, said);
  else place.replaceChildren(element("h1", {}, "Not found"), problem([`There is no page ${said[0]}.`]));
  if (number === asked) document.body.dataset.opened = said[0]; // for whoever waits for the page
}

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

if (begin.problem) main.replaceChildren(element("h1", {}, "The explorer cannot begin"), problem(begin.problem));
else {
  addEventListener("hashchange", async () => {
    await open();
    if (!kept.get("decode")?.root.isConnected && !kept.get("encode")?.root.isConnected) scrollTo(0, 0);
  });
  open();
}
