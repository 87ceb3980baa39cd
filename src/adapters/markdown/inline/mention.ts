import type { Nameable } from "../../../application/ports/messages/message-renderer";
import { sameButCase } from "../../../domain/text/fold-case";
import { channelWildcards, topicWildcards } from "../../../domain/text/mention-syntax";
import { attributesOf, escapeText } from "../rendering/html";
import { type InlineRule, type InlineState, type Rendering, renderingOf } from "../rendering/rendering";

const userMention = /@(_?)\*\*([^*]+)\*\*/y;
const groupMention = /@(_?)\*([^*]+)\*/y;
const named = /^(.+)?\|(\d+)$/;

/** Whether a mention may start here: at the start of a word or after one of these marks. */
export const mayBegin = ({ src, pos }: InlineState, marks: string): boolean => {
  const before = src[pos - 1];
  return before === undefined || /\s/.test(before) || marks.includes(before);
};

const userNamed = ({ context }: Rendering, name: string): Nameable | undefined => {
  const id = named.exec(name);
  if (id === null) return context.users.find((user) => sameButCase(user.fullName, name));
  const user = context.users.find((one) => one.id === Number(id[2]));
  return id[1] === undefined || user?.fullName === id[1] ? user : undefined;
};

const put = (
  state: InlineState,
  classes: string,
  data: readonly (readonly [string, string])[],
  name: string,
  isSilent: boolean,
): void => {
  const attributes = attributesOf([...data, ["class", isSilent ? `${classes} silent` : classes]]);
  state.push("html", "", 0).content = `<span${attributes}>${isSilent ? "" : "@"}${escapeText(name)}</span>`;
};

/** `@**Iago**`, `@**Iago|5**`, the silent `@_**Iago**`, `@**all**` and `@**topic**`. */
export const userMentionRule: InlineRule = (state) => {
  if (state.src[state.pos] !== "@" || !mayBegin(state, "'\"({[/<")) return false;
  userMention.lastIndex = state.pos;
  const found = userMention.exec(state.src);
  if (found === null) return false;
  const [whole, underscore, name = ""] = found;
  const rendering = renderingOf(state);
  const isSilent = underscore === "_" || rendering.isQuoted;
  if (channelWildcards.includes(name)) {
    if (!isSilent) rendering.mentions.channelWildcard = true;
    put(state, "user-mention channel-wildcard-mention", [["data-user-id", "*"]], name, isSilent);
  } else if (topicWildcards.includes(name)) {
    if (!isSilent) rendering.mentions.topicWildcard = true;
    put(state, "topic-mention", [], name, isSilent);
  } else {
    const user = userNamed(rendering, name);
    if (user === undefined) return false;
    if (!isSilent && user.isActive) rendering.mentions.userIds.add(user.id);
    put(state, "user-mention", [["data-user-id", `${user.id}`]], user.fullName, isSilent || !user.isActive);
  }
  state.pos += whole.length;
  return true;
};

/** `@*support*` and the silent `@_*support*`. */
export const groupMentionRule: InlineRule = (state) => {
  if (state.src[state.pos] !== "@" || !mayBegin(state, "'\"({[/<")) return false;
  groupMention.lastIndex = state.pos;
  const found = groupMention.exec(state.src);
  if (found === null) return false;
  const [whole, underscore, name = ""] = found;
  const rendering = renderingOf(state);
  const group = rendering.context.groups.find((one) => sameButCase(one.name, name));
  if (group === undefined) return false;
  const isSilent = underscore === "_" || rendering.isQuoted || group.isDeactivated;
  if (!isSilent) rendering.mentions.groupIds.add(group.id);
  put(state, "user-group-mention", [["data-user-group-id", `${group.id}`]], group.displayName, isSilent);
  state.pos += whole.length;
  return true;
};
