"use strict";
// The cases of the report: filtered, listed a part at a time, and drawn when they are opened.

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const CHUNK = 100;
const PRINTED = 12;
const SYMBOLS = {
  pass: "✓", fail: "✗", flaky: "≈", "known-failure": "◐", "unexpected-pass": "!", declined: "–", explained: "–", unspecified: "○", "not-asked": "–",
};
const WORDS = data.words;
const SHORT = { decode: "dec", encode: "enc", transcode: "trans" }; // where several codecs need room

const requirement = (number) => data.requirements[number][0];
const several = data.runs.length > 1;

const cases = data.cases.map(([feature, name, summary, level, requirements, flat, bytes, context, notes]) => {
  const outcomes = [];
  for (let at = 0; at < flat.length; at += 5) {
    outcomes.push({
      run: flat[at],
      operation: data.operations[flat[at + 1]],
      finding: data.findings[flat[at + 2]],
      evidence: data.evidence[flat[at + 3]],
      command: data.commands[flat[at + 4]],
    });
  }
  const id = `${data.texts[feature]}/${name}`;
  return { id, summary, level: data.levels[level], requirements, outcomes, bytes, context, notes, searched: null };
});
const index = new Map(cases.map((one) => [one.id, one]));

// Filters

const FILTERS = ["result", "operation", "level", "requirement", "text"];
let filter = {};
let chosen = cases;
let listed = 0;

function searched(one) {
  if (one.searched === null) {
    const said = one.outcomes.flatMap(({ evidence }) => evidence
      ? [evidence.why, evidence.expected, evidence.observed, evidence.known?.[1], ...(evidence.difference ?? [])].map((place) => data.texts[place] ?? "") : []);
    one.searched = [one.id, one.summary, ...said].join("\n").toLowerCase();
  }
  return one.searched;
}

function matches(one) {
  const { result, operation, level, requirement: wanted, cause, text } = filter;
  if (level && one.level !== level) return false;
  if (wanted && !one.requirements.some((number) => requirement(number).includes(wanted.toUpperCase()))) return false;
  if (text && !text.toLowerCase().split(/\s+/).every((word) => searched(one).includes(word))) return false;
  if (!(result || operation || cause)) return true;
  return one.outcomes.some((outcome) => (!result || outcome.finding === result)
    && (!operation || outcome.operation === operation)
    && (!cause || `${outcome.run}.${outcome.evidence?.cause}` === cause));
}

function select(wanted) {
  filter = wanted;
  for (const name of FILTERS) byId(name).value = filter[name] ?? "";
  chosen = cases.filter(matches);
  listed = 0;
  byId("rows").replaceChildren();
  list(CHUNK);
  const of = chosen.length === cases.length ? "" : ` of ${count(cases.length)}`;
  const why = filter.cause ? ", of one cause" : "";
  byId("found").textContent = chosen.length ? `${count(chosen.length)}${of} cases${why}` : "No case is like that.";
  byId("reset").disabled = !Object.values(filter).some(Boolean);
}

function list(number) {
  const part = chosen.slice(listed, listed + number);
  byId("rows").append(...part.map(row));
  listed += part.length;
  byId("more").hidden = listed >= chosen.length;
  byId("rest").textContent = listed < chosen.length ? `and ${count(chosen.length - listed)} more cases` : "";
}

// A case: its line, and what stands behind it

function chip({ operation, finding }) {
  const name = several ? SHORT[operation] ?? operation : operation;
  const made = element("span", `chip w-${finding}`, element("b", "", SYMBOLS[finding]), ` ${name}`);
  made.title = `${operation}: ${WORDS[finding]}`;
  return made;
}

function chips(one) {
  const columns = data.runs.map((name, run) => {
    const column = element("span", "column", ...one.outcomes.filter((outcome) => outcome.run === run).map(chip));
    if (several) column.prepend(element("span", "codec", `${name} `));
    return column;
  });
  return element("span", "chips", ...columns);
}

function row(one) {
  const id = element("code", "id", one.id);
  const details = element("details", "case", element("summary", "", chips(one), id, element("span", "what", one.summary)));
  details.firstElementChild.id = one.id; // what a fragment names gets the focus if it can
  details.addEventListener("toggle", () => fill(details, one));
  return element("li", "", details);
}

function fill(details, one, only) {
  if (!details.open || details.children.length > 1) return;
  details.append(one ? body(one, only) : element("p", "quiet", "This page has not room for the case."));
}

const term = (name, ...texts) => element("div", "", element("dt", "", name), element("dd", "", ...texts));

function body(one, only) {
  const made = element("div", "body");
  const link = element("a", "", one.id);
  link.href = `#${one.id}`;
  made.append(element("p", "quiet", only ? link : element("span", "", "link to this case: ", link), ` · level ${one.level}`));
  if (only) made.append(element("p", "", one.summary));
  for (const note of one.notes) made.append(element("p", "trouble", data.texts[note]));
  made.append(element("dl", "sentences", ...one.requirements.map((number) => {
    const [id, sentence] = data.requirements[number];
    const name = element("a", "", id);
    name.href = `#?requirement=${encodeURIComponent(id)}`;
    return term(name, data.texts[sentence]);
  })));
  if (one.context >= 0) made.append(element("p", "quiet", "context ", element("code", "said", data.texts[one.context])));
  const shown = only ? one.outcomes.filter((outcome) => outcome.run === only.run && outcome.operation === only.operation) : one.outcomes;
  const plain = shown.some(({ finding, evidence }) => finding !== "pass" && !evidence?.written);
  if (one.bytes && (plain || !shown.some(({ evidence }) => evidence?.written))) made.append(ruler(one.id, one.bytes, data.texts, null));
  if (!one.bytes) made.append(element("p", "quiet", "An encoder is asked, and has to refuse: the case has no bytes."));
  const plainly = shown.filter(({ finding, evidence }) => finding === "pass" && !evidence);
  for (const outcome of shown) if (!plainly.includes(outcome)) made.append(answer(one, outcome));
  if (plainly.length) {
    const head = element("h3", "w-pass", `${SYMBOLS.pass} ${WORDS.pass}`);
    made.append(element("div", "answer passed", head, ...plainly.map((outcome) => again(one, outcome, named(outcome)))));
  }
  return made;
}

const FACTS = ["why", "expected", "observed", "carrier", "request"];
const SENTENCES = ["why", "carrier"];

function answer(one, outcome) {
  const { evidence, finding, operation, run } = outcome;
  const head = element("h3", `w-${finding}`, `${SYMBOLS[finding]} ${operation}: ${WORDS[finding]}`);
  if (several) head.append(element("span", "quiet", ` · ${data.runs[run]}`));
  const made = element("div", "answer", head);
  if (evidence) {
    const facts = FACTS.filter((name) => name in evidence)
      .map((name) => term(name, element(SENTENCES.includes(name) ? "span" : "code", "said", data.texts[evidence[name]])));
    if (evidence.known) facts.unshift(term("known", element("span", "kind", evidence.known[0]), " ", data.texts[evidence.known[1]]));
    made.append(element("dl", "facts", ...facts));
    if (evidence.difference) made.append(lines(evidence.difference));
    if (evidence.written) made.append(ruler(one.id, one.bytes, data.texts, evidence.written));
    if (evidence.stderr) made.append(element("p", "quiet", "the codec's log"), lines(evidence.stderr));
    if (evidence.cause !== undefined) {
      const alike = element("a", "", "cases of this cause");
      alike.href = `#?cause=${run}.${evidence.cause}`;
      made.append(element("p", "quiet", alike));
    }
  }
  made.append(again(one, outcome, "again"));
  return made;
}

const named = ({ operation, run }) => operation + (several ? ` · ${data.runs[run]}` : "");

// The command that asks once more, its case quoted as a shell wants it.
function again(one, { command }, label) {
  const word = /^[\w@%+=:,./-]+$/.test(one.id) ? one.id : `'${one.id.replaceAll("'", `'"'"'`)}'`;
  return element("p", "again", element("span", "quiet", `${label} `), command ? element("code", "", command.join(word)) : "");
}

function lines(places) {
  const made = element("pre", "said", places.map((place) => data.texts[place]).join("\n"));
  made.tabIndex = 0;
  return made;
}

// The address: #FORMAT/FEATURE/CASE opens a case, #?result=fail&text=... filters

function follow() {
  const fragment = decoded(location.hash.slice(1));
  if (location.hash.startsWith("#?")) {
    select(Object.fromEntries(new URLSearchParams(location.hash.slice(2))));
    byId("list").scrollIntoView();
    byId("cases").focus({ preventScroll: true });
  } else if (index.has(fragment)) open(index.get(fragment));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function open(one) {
  if (!chosen.includes(one)) select({});
  list(Math.max(0, chosen.indexOf(one) + 1 - listed));
  const details = byId(one.id).parentElement;
  details.open = true;
  fill(details, one);
  details.scrollIntoView();
  details.firstElementChild.focus({ preventScroll: true });
}

function changed() {
  const wanted = Object.fromEntries(FILTERS.map((name) => [name, byId(name).value.trim()]).filter(([, value]) => value));
  const words = new URLSearchParams(wanted).toString();
  history.replaceState(null, "", words ? `#?${words}` : "#cases");
  select(wanted);
}

function option(value, text) {
  const made = element("option", "", text);
  made.value = value;
  return made;
}

const there = new Set(cases.flatMap(({ outcomes }) => outcomes.map(({ finding }) => finding)));
byId("result").append(...data.findings.filter((word) => there.has(word)).map((word) => option(word, WORDS[word])));
byId("operation").append(...data.operations.map((name) => option(name, name)));
byId("level").append(...data.levels.map((name) => option(name, name)));
byId("ids").append(...data.requirements.map(([id]) => id).sort().map((id) => option(id, "")));
for (const name of FILTERS) byId(name).addEventListener("input", changed);
byId("reset").addEventListener("click", () => {
  for (const name of FILTERS) byId(name).value = "";
  changed();
});
byId("more").addEventListener("click", () => list(CHUNK));
new IntersectionObserver(([seen]) => {
  if (seen.isIntersecting && listed > 0) list(CHUNK);
}, { rootMargin: "400px" }).observe(byId("more"));

for (const details of document.querySelectorAll("details.cause")) {
  const { run, operation } = details.dataset;
  const one = index.get(details.dataset.case);
  details.addEventListener("toggle", () => fill(details, one, { run: Number(run), operation }));
}
addEventListener("beforeprint", () => {
  for (const details of [...document.querySelectorAll("details.cause")].slice(0, PRINTED)) {
    details.open = true;
    fill(details, index.get(details.dataset.case), { run: Number(details.dataset.run), operation: details.dataset.operation });
  }
});
addEventListener("hashchange", follow);
select({});
follow();
