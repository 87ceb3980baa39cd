import { attributesOf, escapeText } from "../rendering/html";
import type { InlineRule } from "../rendering/rendering";
import { readTime } from "./read-time";

const time = /<time:([^>]*?)>/y;

/** `<time:2026-01-02T12:00+01:00>`, shown in each reader's time zone. Level 503. */
export const timeRule: InlineRule = (state) => {
  if (state.src[state.pos] !== "<") return false;
  time.lastIndex = state.pos;
  const found = time.exec(state.src);
  if (found === null) return false;
  const [whole, written = ""] = found;
  const moment = readTime(written);
  state.push("html", "", 0).content =
    moment === undefined
      ? `<span class="timestamp-error">Invalid time format: ${escapeText(written)}</span>`
      : `<time${attributesOf([["datetime", moment]])}>${escapeText(written)}</time>`;
  state.pos += whole.length;
  return true;
};
