// Elements, questions to the server, and addresses. Text is only ever put in as text.

export function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key in made && key !== "list" && key !== "role") made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

export const count = (number) => number.toLocaleString("en");
export const plural = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
export const hexOf = (octet) => octet.toString(16).padStart(2, "0");
const PAIRS = Array.from({ length: 256 }, (_, octet) => hexOf(octet));

// Loops, since these take a tenth of the time of Array.from and match for 64 KiB.
export function toHex(data) {
  let hex = "";
  for (const octet of data) hex += PAIRS[octet];
  return hex;
}
export function fromHex(hex) {
  const data = new Uint8Array(hex.length / 2);
  for (let at = 0; at < data.length; at++) data[at] = parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return data;
}
export const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export const UNREACHABLE = "The server does not answer. Is `goldenwire explore` still running?";

export async function ask(name, request = {}) {
  try {
    const response = await fetch(`/api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
      credentials: "omit",
    });
    return await response.json();
  } catch {
    return { problem: [UNREACHABLE] };
  }
}

// A question of which only the latest matters: while one is asked, at most one more waits, and that is the last.
export function latest(take) {
  let asked = false;
  let waiting = null;
  return async function next(name, request, after) {
    if (asked) {
      waiting = [name, request, after];
      return;
    }
    asked = true;
    const answer = await ask(name, request);
    asked = false;
    if (waiting) {
      const following = waiting;
      waiting = null;
      next(...following);
    } else take(answer, after);
  };
}

export function later(wait, action) {
  let timer = 0;
  return (...words) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...words), wait);
  };
}

// Addresses are fragments, which no request contains: a page's name and its words, separated by slashes.
export const address = (...words) => `#${words.map((word) => encodeURIComponent(word)).join("/")}`;
export function words(fragment) {
  return fragment.replace(/^#/, "").split("/").map((word) => {
    try {
      return decodeURIComponent(word);
    } catch {
      return word;
    }
  });
}
// Change the address of the page that is shown, unless another one has been opened meanwhile.
export function moveTo(hash, replace = false) {
  const isHere = words(location.hash || "#decode")[0] === words(hash)[0];
  if (isHere && hash !== location.hash) history[replace ? "replaceState" : "pushState"](null, "", hash);
}

export const AUTO = "auto"; // in place of a format or context that is to be found
export const NONE = "-"; // in place of a context where there is none

// The address of bytes, in hex, in the decoder, and of a value in the encoder.
export const toDecoder = (format, context, hex) => address("decode", format, context || NONE, hex);
export const toEncoder = (format, value, context, plan) => address("encode", format, value, context, plan);

export const link = (text, ...to) => element("a", { href: address(...to) }, text);
export const problem = (lines) => element("div", { className: "card red", role: "alert" }, lines.map((line) => element("p", {}, line)));

// A sentence with its code in `backquotes`, bold and italics as in the texts of requirements.
export function prose(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/).filter(Boolean).map((part) => {
    if (/^`.+`$/.test(part)) return element("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return element("strong", {}, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return element("em", {}, part.slice(1, -1));
    return part;
  });
}

export function requirement({ id, text }) {
  return element("div", { className: "requirement" }, id ? link(id, "requirement", id) : "", " ", element("span", {}, prose(text)));
}

export function requirements(head, list) {
  if (!list.length) return null;
  return element("div", { className: "requirements" }, head, list.map(requirement));
}

export function title(text) {
  document.title = `${text} · goldenwire explore`;
}

// The pages of a long list: the rows from `start` on, and links to those before and after.
export function pager(count_, start, size, turn) {
  if (count_ <= size) return null;
  const button = (text, to, able) => element("button", { type: "button", disabled: !able, onclick: () => turn(to) }, text);
  return element("p", { className: "pager" },
    button("Earlier", Math.max(0, start - size), start > 0),
    ` ${count(start + 1)} to ${count(Math.min(start + size, count_))} of ${count(count_)} `,
    button("Later", start + size, start + size < count_));
}
