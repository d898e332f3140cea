// Stored runs: verdict, counts, causes, and the findings that are no passes.

import { AUTO, ask, count, element, later, link, pager, plural, problem, requirements, title, toDecoder } from "/dom.js";

const ROWS = 100;
const chip = (finding, word) => element("span", { className: `chip w-${finding}` }, word);
const toFinding = (run, row) => link(row.shown, "run", run, row.case, row.operation);

function summary(run) {
  return [
    element("p", { className: "verdict" }, run.verdict),
    element("p", {}, run.counts.map(([finding, word, number]) => element("span", { className: `chip w-${finding}` }, `${count(number)} ${word}`))),
  ];
}

export function runs(main, begin) {
  title("Runs");
  const none = element("p", { className: "lead" }, "None yet. Keep a run with ", element("code", {}, "goldenwire check FORMAT --results FILE -- CODEC"), ", and start the explorer with ", element("code", {}, "goldenwire explore --results FILE"), ".");
  main.replaceChildren(element("h1", {}, "Runs"), begin.runs.length ? element("ul", { className: "cards wide-cards" }, begin.runs.map((run) => element("li", { className: `card ${run.style}` },
    element("h2", {}, link(`${run.name}: ${run.formats.join(", ")}`, "run", run.number)), summary(run),
    element("p", { className: "quiet" }, `${run.file}, ${run.started}`)))) : none);
}

// run, NUMBER: a run; run, NUMBER, CASE, OPERATION: a finding of it.
export async function run(main, [, number = "", case_, operation]) {
  const asked = Number.parseInt(number, 10) || 0;
  if (case_ !== undefined) return finding(main, asked, case_, operation ?? "");
  const found = await ask("run", { run: asked });
  if (found.problem) return main.replaceChildren(element("h1", {}, "Not found"), problem(found.problem));
  title(found.name);
  const list = element("div", {});
  main.replaceChildren(
    element("p", { className: "kicker" }, link("Runs", "runs"), ` · ${found.file} · ${found.started}`),
    element("h1", {}, `${found.name}: ${found.formats.join(", ")}`),
    element("section", { className: `card ${found.style}` }, summary(found), element("dl", { className: "levels" }, found.levels.map(([level, text]) => element("div", {}, element("dt", {}, level), element("dd", {}, text))))),
    ...causes(asked, found.causes),
    element("h2", {}, "Findings"), ...filters(asked, found, list), list);
  return undefined;
}

function causes(number, list) {
  if (!list.length) return [];
  return [element("h2", {}, `${plural(list.length, "cause")} of failures`),
    element("ol", { className: "rows" }, list.map((cause) => element("li", {},
      element("span", { className: "chip w-fail" }, count(cause.count)),
      element("span", { className: "said" }, element("span", {}, cause.title), element("span", { className: "what" }, "first: ", toFinding(number, cause.first), ` ${cause.first.operation}, ${cause.first.summary}`)))))];
}

function filters(number, found, list) {
  const option = (value, text) => element("option", { value }, text);
  const words = found.counts.filter(([word]) => word !== "pass");
  const word = element("select", { id: "word" }, option("", "all but passes"), words.map(([value, text]) => option(value, text)));
  const text = element("input", { id: "find", type: "search", autocomplete: "off" });
  const show = async (start) => {
    const answer = await ask("findings", { run: number, text: text.value, word: word.value, start });
    if (answer.problem) list.replaceChildren(problem(answer.problem));
    else list.replaceChildren(element("p", { className: "quiet", role: "status" }, plural(answer.count, "finding")), rows(number, answer.rows), pager(answer.count, answer.start, ROWS, show) ?? "");
  };
  word.addEventListener("change", () => show(0));
  text.addEventListener("input", later(120, () => show(0)));
  show(0);
  return [element("div", { className: "filters" }, element("label", {}, "Result", word), element("label", { className: "grow" }, "Find", text))];
}

function rows(number, list) {
  return element("ul", { className: "rows" }, list.map((row) => element("li", {},
    chip(row.finding, row.word),
    element("span", { className: "said" }, toFinding(number, row), ` ${row.operation}`, element("span", { className: "what" }, row.why || row.summary)))));
}

async function finding(main, number, case_, operation) {
  const found = await ask("finding", { run: number, case: case_, operation });
  if (found.problem) return main.replaceChildren(element("h1", {}, "Not found"), problem(found.problem));
  title(found.shown);
  const fact = (name, text) => (text ? element("div", {}, element("dt", {}, name), element("dd", {}, element("code", {}, text))) : "");
  const lines = (head, list) => (list.length ? [element("h2", {}, head), element("pre", { tabIndex: 0 }, list.join("\n"))] : []);
  main.replaceChildren(
    element("p", { className: "kicker" }, link(found.name, "run", String(number)), ` · ${found.operation}`),
    element("h1", { className: "id" }, found.shown),
    element("p", { className: "lead" }, found.summary),
    element("section", { className: `card ${found.finding === "fail" || found.finding === "flaky" ? "red" : "yellow"}` },
      element("p", { className: "verdict" }, found.word.charAt(0).toUpperCase() + found.word.slice(1)), element("p", {}, found.why),
      found.known ? element("p", {}, `Known (${found.known[0]}): ${found.known[1]}`) : ""),
    element("p", { className: "actions" }, opened(found)),
    element("dl", { className: "facts" }, fact("expected", found.expected), fact("observed", found.observed), fact("place", found.place), fact("request", found.request), fact("library", found.carrier)),
    ...lines("The difference", found.difference), ...lines("The codec's log", found.stderr),
    requirements(element("h2", {}, "It rests on"), found.requirements) ?? "",
    found.again ? element("p", { className: "again" }, "Again: ", element("code", {}, found.again)) : "");
  return undefined;
}

function opened(found) {
  const links = [];
  if (found.vector) links.push(link("The vector", "vector", ...found.vector.split("/")));
  const { sample, written } = found;
  if (sample && sample.hex.length < 8000) links.push(element("a", { href: toDecoder(sample.format, sample.context, sample.hex) }, "The counterexample in the decoder"));
  if (written && written.length < 8000) links.push(element("a", { href: toDecoder(sample?.format ?? found.case.split("/")[0], sample ? sample.context : AUTO, written) }, "What the codec wrote, in the decoder"));
  return links.flatMap((one, at) => (at ? [" · ", one] : [one]));
}
