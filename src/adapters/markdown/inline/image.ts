import type { KnownUpload } from "../../../application/ports/messages/message-renderer";
import { inlineAudio, inlineImage, uploadPath } from "../previews/media";
import { attributesOf } from "../rendering/html";
import { type InlineRule, renderingOf } from "../rendering/rendering";
import { bracketed, putLink } from "./link";
import { relativeUrl, safeUrl } from "./safe-url";

/** `![description](/user_uploads/…)`: shows an uploaded image or audio file in place. Any other URL becomes a link. */
export const imageRule: InlineRule = (state) => {
  const { src, pos } = state;
  const rendering = renderingOf(state);
  if (src[pos] !== "!" || src[pos + 1] !== "[" || rendering.isInLink) return false;
  state.pos = pos + 1;
  const found = bracketed(state);
  state.pos = pos;
  const safe = found && safeUrl(found.url);
  if (found === undefined || safe === undefined) return false;
  const path = uploadPath(safe, rendering.realmUrl);
  const upload = rendering.context.uploads.find((one) => one.path === path);
  const media = upload && mediaHtml(upload, found.text);
  if (path !== undefined && media !== undefined) {
    rendering.uploadPaths.add(path);
    state.push("html", "", 0).content = media;
  } else {
    const href = relativeUrl(safe, rendering.realmUrl);
    putLink(state, href, found.text.trim() === "" ? href : found.text, found.title);
  }
  state.pos = found.end;
  return true;
};

const mediaHtml = (upload: KnownUpload, description: string): string | undefined => {
  if (upload.image) return inlineImage(upload, upload.image, description);
  const sound = inlineAudio(upload, description);
  return sound && `<audio controls${attributesOf(sound)}></audio>`;
};
