import { type InlineRule, renderingOf } from "../rendering/rendering";
import { relativeUrl, safeUrl } from "./safe-url";
import { webLinkAt } from "./web-link";

/** Bare URLs and email addresses. */
export const autolinkRule: InlineRule = (state) => {
  const rendering = renderingOf(state);
  if (rendering.isInLink) return false;
  const url = webLinkAt(state.src, state.pos);
  const safe = url === undefined ? undefined : safeUrl(url);
  if (url === undefined || safe === undefined) return false;
  const token = state.push("link", "a", 0);
  token.attrs = [["href", relativeUrl(safe, rendering.realmUrl)]];
  token.content = url;
  const text = new state.Token("text", "", 0);
  text.content = url;
  token.children = [text];
  state.pos += url.length;
  return true;
};
