// What the kit knows: specifications, requirements, vectors, each with links to the others.

import { Bytes } from "/bytes.js";
import { address, ask, count, element, fromBase64, later, link, moveTo, pager, plural, problem, prose, requirements, title, toDecoder, toEncoder, toHex } from "/dom.js";
import { Value } from "/values.js";

const ROWS = 100;
const SIGNS = { accept: "✓", reject: "✗", either: "◐", decline: "∅" };

const verdictOf = (verdict) => element("span", { className: `chip v-${verdict}` }, `${SIGNS[verdict] ?? ""} ${verdict}`);

function rows(list) {
  return element("ul", { className: "rows" }, list.map((row) => element("li", {},
    verdictOf(row.verdict),
    element("span", { className: "said" }, link(row.id, "vector", ...row.id.split("/")), element("span", { className: "what" }, row.summary)),
    element("span", { className: "quiet codes" }, row.codes.join(" or ")))));
}

// Show what the server answers, or its problem.
async function shown(main, name, request, draw) {
  const answer = await ask(name, request);
  main.replaceChildren(...(answer.problem ? [element("h1", {}, "Not found"), problem(answer.problem)] : draw(answer)));
}

export function specs(main, begin) {
  title("Specs");
  main.replaceChildren(element("h1", {}, "Specs"),
    element("p", { className: "lead" }, "Each format has a specification, whose requirements are numbered. Vectors rest on them."),
    element("ul", { className: "cards" }, begin.formats.map((format) => element("li", {},
      element("h2", {}, link(format.title, "spec", format.name)),
      element("p", {}, plural(format.requirements, "requirement"), ", ", link(plural(format.vectors, "vector"), "vectors", format.name))))));
}

export function spec(main, [, name = ""]) {
  return shown(main, "spec", { id: name }, (found) => {
    title(found.title);
    const search = element("input", { id: "filter", type: "search", autocomplete: "off" });
    const sections = found.sections.map(([head, list]) => section(head, list));
    search.addEventListener("input", () => filter(sections, search.value));
    return [
      element("p", { className: "kicker" }, link("Specs", "specs"), " · ", link("The whole text", "text", name), " · ", link("Vectors", "vectors", name)),
      element("h1", {}, found.title),
      element("div", { className: "filters" }, element("label", { className: "grow" }, "Find a requirement", search)),
      ...sections,
    ];
  });
}

// The text of a specification: headings, lists, paragraphs; tables and fenced blocks as they are.
export function text(main, [, name = ""]) {
  return shown(main, "text", { id: name }, (found) => {
    title(found.title);
    const blocks = found.text.match(/^```[^]*?^```$|^[^\n]+(?:\n(?!#|```)[^\n]+)*/gm) ?? [];
    return [
      element("p", { className: "kicker" }, link("Specs", "specs"), " · ", link("Requirements", "spec", name)),
      element("article", { className: "normative" }, blocks.map(block)),
    ];
  });
}

function block(one) {
  const heading = /^(#+) (.*)$/.exec(one);
  if (heading) return element(`h${Math.min(heading[1].length, 4)}`, {}, heading[2]);
  if (one.startsWith("|")) return table(one.split("\n"));
  if (/^(```| {4})/.test(one)) return element("pre", { tabIndex: 0 }, one.replace(/^```.*\n?|```$/gm, ""));
  if (!/^([-*+]|\d+\.) /.test(one)) return element("p", {}, cited(one));
  return element("ul", {}, one.split(/\n(?=(?:[-*+]|\d+\.) )/).map((item) => element("li", {}, cited(item.replace(/^([-*+]|\d+\.) /, "")))));
}

function table([head, , ...rows_]) {
  const cells = (row, name) => row.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => element(cell.trim() ? name : "td", {}, cited(cell.trim().replaceAll("\\|", "|"))));
  const row = (line, name) => element("tr", {}, cells(line, name));
  return element("div", { className: "wide", tabIndex: 0 }, element("table", { className: "plain" }, element("thead", {}, row(head, "th")), element("tbody", {}, rows_.map((line) => row(line, "td")))));
}

// Prose whose ids of requirements are links.
function cited(words_) {
  return prose(words_.replace(/\s*\n\s*/g, " ")).map((part) => (part instanceof Element && /^[A-Z]+-[A-Z]+-\d\d$/.test(part.textContent) ? link(part.textContent, "requirement", part.textContent) : part));
}

function section(head, list) {
  return element("section", { className: "rules" }, element("h2", {}, head.replace(/^[\d.]+ /, "")), list.map((one) => {
    const row = element("div", { className: "rule" },
      element("div", {}, link(one.id, "requirement", one.id), element("span", { className: "quiet" }, ` ${one.origin} ${one.by}`)),
      element("div", {}, element("span", { className: "said" }, prose(one.text)), element("span", { className: "quiet" }, ` ${plural(one.vectors, "vector")}`)));
    row.dataset.text = `${one.id} ${one.text}`.toLowerCase();
    return row;
  }));
}

function filter(sections, text) {
  const words = text.toLowerCase().split(/\s+/);
  for (const part of sections) {
    let some = false;
    for (const row of part.querySelectorAll(".rule")) {
      row.hidden = !words.every((word) => row.dataset.text.includes(word));
      some ||= !row.hidden;
    }
    part.hidden = !some;
  }
}

export function rule(main, [, id = ""]) {
  return shown(main, "requirement", { id }, (found) => {
    title(found.id);
    return [
      element("p", { className: "kicker" }, link(found.title, "spec", found.format), " · ", found.origin, " ", found.by),
      element("h1", { className: "id" }, found.id),
      element("p", { className: "lead sentence" }, prose(found.text)),
      found.why ? element("p", { className: "lead" }, element("b", {}, "Why: "), prose(found.why)) : "",
      found.decision ? element("details", { className: "rest" }, element("summary", {}, `${found.decision[0]}: ${found.decision[1]}`), paragraphs(found.decision[2])) : "",
      neighbours(found, "requirement"),
      element("h2", {}, `${plural(found.count, "vector")} rest${found.count === 1 ? "s" : ""} on it`),
      rows(found.vectors),
      found.count > found.vectors.length ? element("p", {}, link(`All ${count(found.count)}`, "vectors", found.format, "", found.id)) : "",
      ...mutations(found.mutations),
    ];
  });
}

const paragraphs = (text) => text.split(/\n\s*\n/).map((one) => (/^\s*(\||```)/.test(one) ? element("pre", { tabIndex: 0 }, one) : element("p", { className: "lead" }, prose(one.replace(/\s*\n\s*/g, " ")))));

function mutations(list) {
  if (!list.length) return [];
  const item = (one) => element("li", {}, element("p", {}, "A codec gets it wrong if ", one.what, one.caught ? ["; ", link(one.caught, "vector", ...one.caught.split("/")), " catches it"] : "", "."),
    one.right ? element("dl", { className: "facts" },
      element("div", {}, element("dt", {}, "right"), element("dd", {}, element("code", {}, one.right))),
      element("div", {}, element("dt", {}, "wrong"), element("dd", {}, element("code", {}, one.wrong)))) : "");
  return [element("h2", {}, "Mistakes that the vectors catch"), element("ul", { className: "mutations" }, list.map(item))];
}

function neighbours({ before, after }, kind) {
  return element("p", { className: "neighbours" }, before ? element("a", { href: address(kind, ...before.split("/")), rel: "prev" }, `← ${before}`) : "", " ", after ? element("a", { href: address(kind, ...after.split("/")), rel: "next" }, `${after} →`) : "");
}

// The vectors of a format: vectors, FORMAT, VERDICT, TEXT, START.
export function vectors(main, [, name = "", verdict = "", text = "", start = "0"], begin) {
  title("Vectors");
  const format = begin.formats.some((one) => one.name === name) ? name : begin.formats[0].name;
  const option = (value, shown_, chosen) => element("option", { value, selected: value === chosen }, shown_);
  const formats = element("select", { id: "of" }, begin.formats.map((one) => option(one.name, one.title, format)));
  const verdicts = element("select", { id: "verdict" }, option("", "any", verdict), Object.keys(SIGNS).map((one) => option(one, one, verdict)));
  const search = element("input", { id: "text", type: "search", value: text, autocomplete: "off", placeholder: "words of id, summary, error class or requirement" });
  const found = element("div", {});
  const list = async (from, replace = true) => {
    if (!found.isConnected) return; // the page was left
    const asked = [formats.value, verdicts.value, search.value];
    moveTo(address("vectors", ...asked, String(from)), replace);
    const answer = await ask("vectors", { format: asked[0], verdict: asked[1], text: asked[2], start: from });
    if (!found.isConnected || String(asked) !== String([formats.value, verdicts.value, search.value])) return;
    if (answer.problem) found.replaceChildren(problem(answer.problem));
    else {
      found.replaceChildren(element("p", { className: "quiet", role: "status" }, `${plural(answer.count, "vector")}${answer.count < answer.all ? ` of ${count(answer.all)}` : ""}`),
        rows(answer.rows), pager(answer.count, answer.start, ROWS, (to) => list(to, false)) ?? "");
    }
  };
  formats.addEventListener("change", () => list(0));
  verdicts.addEventListener("change", () => list(0));
  const soon = later(120, () => list(0));
  search.addEventListener("input", () => {
    moveTo(address("vectors", formats.value, verdicts.value, search.value, "0"), true);
    soon();
  });
  main.replaceChildren(element("h1", {}, "Vectors"),
    element("div", { className: "filters" }, element("label", {}, "Format", formats), element("label", {}, "Verdict", verdicts), element("label", { className: "grow" }, "Find", search)), found);
  return list(Number.parseInt(start, 10) || 0);
}

export function vector(main, [, ...id]) {
  return shown(main, "vector", { id: id.join("/") }, (found) => {
    title(found.id);
    return [
      element("p", { className: "kicker" }, link(found.title, "vectors", found.format), " · level ", found.level, " · ", found.operations.join(", "), found.needs.length ? ` · needs ${found.needs.join(", ")}` : ""),
      element("h1", { className: "id" }, found.id),
      element("p", { className: "lead" }, found.summary),
      expected(found),
      element("div", { className: found.base ? "columns twins" : "" }, element("div", { className: "left" }, ...own(found)), found.base ? element("div", { className: "right" }, ...base(found)) : ""),
      requirements(element("h2", {}, "It rests on"), found.requirements) ?? "",
      neighbours(found, "vector"),
    ];
  });
}

function expected(found) {
  const style = { accept: "green", reject: "red", either: "yellow", decline: "yellow" }[found.verdict];
  const { verdict, codes, places, of } = found;
  const what = of === "request" ? "an encoder" : "a decoder";
  const words = { accept: `A decoder reads this value${found.canonical ? ", and an encoder writes these bytes" : ""}.`, reject: `${what.charAt(0).toUpperCase()}${what.slice(1)} refuses it.`, either: "A choice under a policy decides.", decline: "No codec supports this call: each answers unsupported." }[verdict];
  return element("section", { className: `card ${style}`, ariaLabel: "The expected outcome" },
    element("p", { className: "verdict" }, element("span", {}, `${SIGNS[verdict]} `), words),
    codes.length ? element("p", {}, "Error class ", codes.flatMap((code, at) => [at ? " or " : "", element("b", {}, code), place(places, code)]), ".") : "",
    found.policy.length ? element("p", {}, "Policy ", element("code", {}, found.policy[0]), `: ${found.policy[1]} (The reference's choice is ${found.policy[2]}.)`) : "",
    found.outcomes.length ? element("ul", {}, found.outcomes.map(outcome)) : "");
}

// Where a refusal with this class is judged.
function place(places, code) {
  return code in places ? ` at byte ${count(places[code])}` : "";
}

function outcome({ choice, value, codes, places, transcode }) {
  const what = value ? ["the value ", element("code", {}, value)] : [`refused with ${codes.map((code) => code + place(places, code)).join(" or ")}`];
  return element("li", {}, element("code", {}, choice), ": ", what, transcode.length ? `; to transcode it is refused with ${transcode.join(" or ")}` : "");
}

// The bytes, value and request of the vector itself.
function own(found) {
  const facts = [["context", found.context], ["plan", found.plan]].filter(([, text]) => text);
  const parts = [element("h2", {}, found.base ? "This vector" : "Bytes")];
  if (found.drawn) parts.push(open(found.format, found.drawn, found.context), ruler(`The bytes of ${found.id}`, found.drawn, "added", found.offset));
  if (facts.length) parts.push(element("dl", { className: "facts" }, facts.map(([name, text]) => element("div", {}, element("dt", {}, name), element("dd", {}, element("code", {}, text))))));
  if (found.value !== null) {
    const value = new Value();
    value.show(found.value);
    const to = [found.notation, found.context, found.plan];
    parts.push(element("h3", {}, "Value"), value.root, to.join("").length < 4000 ? element("p", {}, element("a", { href: toEncoder(found.format, ...to) }, "Open in the encoder")) : "");
  }
  return parts;
}

function base(found) {
  const { base: twin } = found;
  return [
    element("h2", {}, "Its base, which is accepted"),
    element("p", { className: "actions" }, link(twin.id, "vector", ...twin.id.split("/"))),
    twin.drawn && found.drawn ? ruler(`The bytes of ${twin.id}`, twin.drawn, "removed", null) : "",
    found.edits.length ? element("div", { className: "edits" }, element("h3", {}, "The difference"), element("ul", {}, found.edits.map((edit) => element("li", {}, edit)))) : "",
  ];
}

function open(format, drawn, context) {
  if (!drawn.whole && drawn.size) return "";
  const hex = toHex(fromBase64(drawn.whole));
  return element("p", { className: "actions" }, element("a", { href: toDecoder(format, context, hex) }, "Open in the decoder"));
}

// A ruler with its readout.
function ruler(label, drawn, mark, place) {
  const readout = element("p", { className: "readout" }, "Point at a byte, or use the arrow keys, to read its field.");
  const bytes = new Bytes(label, {
    field: (index) => {
      bytes.light(index);
      const field = drawn.fields[index];
      if (field) readout.replaceChildren(element("b", {}, field[2]), field[3] ? ` = ${field[3]}` : "", ` · byte ${count(field[0])}, ${plural(field[1], "byte")}`);
    },
  });
  const marks = drawn.marked.map(([offset, size]) => [offset, size, mark]);
  if (place !== null) marks.push([place, 1, "place"]);
  bytes.show(drawn, marks);
  if (marks.length) requestAnimationFrame(() => bytes.reveal(marks[0][0])); // once it is part of the page
  const note = drawn.size > atob(drawn.bytes).length ? element("p", { className: "quiet" }, "Only this part of the bytes is shown.") : "";
  for (const button of bytes.root.querySelectorAll("button")) button.remove();
  return element("div", {}, bytes.root, note, readout);
}

