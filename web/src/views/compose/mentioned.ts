import { channelWildcards, mentionedId } from "../../../../src/domain/text/mention-syntax";

const code = /(`{3,}|~{3,})[\s\S]*?(?:\1|$)|`[^`\n]*`/g;
/** Of a person or a wildcard, and not silent. */
const mention = /@\*\*([^*]+)\*\*/g;

interface Mentioned {
  readonly userIds: readonly number[];
  /** Whether everyone in the channel is mentioned. */
  readonly isEveryone: boolean;
}

/** Who would be notified of a text by name, outside code. */
export const mentionedIn = (text: string, userIdOf: (name: string) => number | undefined): Mentioned => {
  const names = [...text.replace(code, "").matchAll(mention)].map(([, name = ""]) => name);
  const userIds = names.flatMap((name) => mentionedId(name) ?? userIdOf(name) ?? []);
  return {
    userIds: [...new Set(userIds)],
    isEveryone: names.some((name) => channelWildcards.includes(name)),
  };
};
