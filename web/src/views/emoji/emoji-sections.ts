import { type Signal, signal } from "@preact/signals-core";
import type { Store } from "../../store/store";
import { customEmoji, type Emoji, frequentEmoji, unicodeByCode } from "./emoji";
import { codesIn } from "./emoji-codes";
import type { EmojiGroup } from "./emoji-order";

export type SectionName = "frequent" | EmojiGroup | "custom";

/** Emoji under one heading. */
export interface EmojiSection {
  readonly name: SectionName;
  readonly emoji: readonly Emoji[];
}

type Order = Readonly<Record<EmojiGroup, string>>;

/** Which emoji belong together, once that is there. */
const emojiOrder: Signal<Order | undefined> = signal(undefined);

/** Loads it, once; without it, the picker has what is used most, and its search. */
export const loadEmojiOrder = async (): Promise<void> => {
  if (emojiOrder.peek()) return;
  const parts = await import("./emoji-order").catch(() => undefined);
  if (parts) emojiOrder.value = parts.emojiOrder;
};

/** All emoji by section: those used most, those of Unicode, and the organization's own. */
export const emojiSections = (store: Store): readonly EmojiSection[] => {
  const known = unicodeByCode(store);
  const groups = Object.entries(emojiOrder.value ?? {}) as readonly (readonly [EmojiGroup, string])[];
  const all: readonly EmojiSection[] = [
    { name: "frequent", emoji: frequentEmoji(store) },
    ...groups.map(
      ([name, codes]): EmojiSection => ({
        name,
        emoji: codesIn(codes, known.keys()).flatMap((code) => known.get(code) ?? []),
      }),
    ),
    { name: "custom", emoji: customEmoji(store).map(({ emoji }) => emoji) },
  ];
  return all.filter(({ emoji }) => emoji.length > 0);
};
