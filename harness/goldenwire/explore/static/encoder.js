// The encoder: a value in notation, a context and a plan; its bytes with the same ruler.

import { ask, element, later, latest, moveTo, problem, requirement, title, toDecoder, toEncoder } from "/dom.js";
import { Result } from "/result.js";

const ADDRESSED = 4000; // characters of a value that its address contains

export class Encoder {
  constructor(begin) {
    this.begin = begin;
    this.result = new Result();
    this.send = latest((answer) => this.#take(answer));
    this.answered = element("div", {});
    this.root = element("div", { className: "encoder" }, element("h1", { className: "hidden" }, "Encode"), this.#form(), this.answered, this.result.root);
    this.result.root.hidden = true;
  }

  #form() {
    this.format = element("select", { id: "to" }, this.begin.formats.map(({ name, title: text }) => element("option", { value: name }, text)));
    this.example = element("select", { id: "example" });
    this.value = element("textarea", { id: "value", rows: 6, spellcheck: false, placeholder: "A value in the notation of the format, as JSON" });
    this.context = element("input", { id: "in", spellcheck: false, autocomplete: "off", placeholder: "none" });
    this.contexts = element("datalist", { id: "ins" });
    this.context.setAttribute("list", "ins");
    this.plan = element("textarea", { id: "plan", rows: 6, spellcheck: false, placeholder: "none: the canonical bytes" });
    this.format.addEventListener("change", () => this.#anew());
    this.example.addEventListener("change", () => this.#takeExample());
    for (const box of [this.value, this.context, this.plan]) box.addEventListener("input", later(150, () => this.encode()));
    const labelled = (text, part, className = "") => element("label", { className }, text, part);
    return element("div", { className: "input" },
      element("div", { className: "filters" }, labelled("Format", this.format), labelled("Take an example", this.example), labelled("Context", this.context, "grow")),
      element("div", { className: "pair" }, labelled("Value", this.value, "box"), labelled("Plan", this.plan, "box")),
      this.contexts);
  }

  // From an address: encode, FORMAT, VALUE, CONTEXT, PLAN.
  async open([, format, value, context, plan]) {
    title("Encode");
    const hasFormat = this.begin.formats.some(({ name }) => name === format);
    if (hasFormat) this.format.value = format;
    if (value !== undefined && hasFormat) {
      [this.value.value, this.context.value, this.plan.value] = [value, context ?? "", plan ?? ""];
      await this.#choose(false);
      this.encode();
    } else if (!this.value.value) await this.#choose(true);
  }

  // Another format was chosen: what is written belongs to the one before.
  #anew() {
    this.value.value = this.context.value = this.plan.value = "";
    this.result.root.hidden = true;
    this.answered.replaceChildren();
    this.#choose(true);
  }

  // Offer the contexts and examples of the format; take the first example unless a value is being written.
  async #choose(withExample) {
    const format = this.format.value;
    const { contexts = [], examples = [] } = await ask("choices", { id: format });
    if (this.format.value !== format) return;
    this.examples = examples;
    this.example.replaceChildren(element("option", { value: "" }, "…"), ...this.examples.map((example, at) => element("option", { value: at }, example.title)));
    const real = contexts.filter(([context]) => context);
    this.contexts.replaceChildren(...real.map(([context, text]) => element("option", { value: context }, text)));
    this.context.closest("label").hidden = !real.length;
    const isWriting = this.value.value || document.activeElement === this.value;
    if (withExample && this.examples.length && !isWriting) {
      this.example.value = "0";
      this.#takeExample();
    }
  }

  #takeExample() {
    const example = this.examples[Number(this.example.value)];
    if (!this.example.value || !example) return;
    this.value.value = indented(example.value);
    this.context.value = example.context;
    this.plan.value = example.plan;
    this.encode();
  }

  encode() {
    const [format, value, context, plan] = [this.format.value, this.value.value, this.context.value, this.plan.value];
    const words = [value, context, plan];
    if (words.join("").length <= ADDRESSED) moveTo(toEncoder(format, ...words), true);
    this.send("encode", { format, value, context, plan });
  }

  #take(answer) {
    this.result.root.hidden = !answer.hex;
    if (answer.problem) this.answered.replaceChildren(problem(answer.problem));
    else if (answer.refused) this.answered.replaceChildren(this.#refused(answer.refused));
    else {
      const how = answer.canonical ? "These are the canonical bytes of the value." : "These are not the canonical bytes of the value, but those of the plan.";
      const to = element("a", { href: toDecoder(answer.format, answer.context, answer.hex) }, "Open in the decoder");
      this.answered.replaceChildren(element("p", { className: "quiet" }, how, " ", to));
      this.result.show(answer);
    }
  }

  #refused({ class: code, message, requirement: rule }) {
    return element("section", { className: "card red", role: "status" },
      element("p", { className: "verdict" }, element("span", {}, "✗ "), "An encoder refuses this value"),
      element("p", {}, element("b", {}, code), `: ${message}`), rule.id ? requirement(rule) : "");
  }
}

// JSON with a line for each part that does not fit on one.
function indented(text) {
  const write = (value, indent) => {
    const flat = JSON.stringify(value);
    if (flat.length + indent <= 72 || value === null || typeof value !== "object") return flat;
    const lead = `\n${" ".repeat(indent + 2)}`;
    const parts = Array.isArray(value)
      ? value.map((part) => write(part, indent + 2))
      : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${write(part, indent + 2)}`);
    const [open, close] = Array.isArray(value) ? "[]" : "{}";
    return `${open}${lead}${parts.join(`,${lead}`)}\n${" ".repeat(indent)}${close}`;
  };
  return write(JSON.parse(text), 0);
}
