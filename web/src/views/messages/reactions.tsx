import { useApp } from "../../app/app";
import { EmojiGlyph } from "../../ui/emoji-glyph";
import type { Message, Reaction } from "../../wire/wire";
import { words } from "../../words/en";
import { loadDeferred } from "../lazy/lazy-views";

const grouped = (reactions: readonly Reaction[]): readonly (readonly Reaction[])[] => {
  const groups = new Map<string, Reaction[]>();
  for (const one of reactions) {
    const key = `${one.reaction_type} ${one.emoji_code}`;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return [...groups.values()];
};

/** The reactions to a message with their counts. */
export const Reactions = ({ message }: { readonly message: Message }) => {
  const app = useApp();
  const { ownId, people } = app.store;
  if (message.reactions.length === 0) return null;
  return (
    <ul class="reactions" aria-label={words.reactions}>
      {grouped(message.reactions).map((group) => {
        const [first] = group;
        if (first === undefined) return null;
        const isOwn = group.some(({ user_id }) => user_id === ownId);
        const names = group
          .map(({ user_id }) => people.value.users.get(user_id)?.full_name ?? words.somebody)
          .join(", ");
        return (
          <li key={`${first.reaction_type} ${first.emoji_code}`}>
            <button
              type="button"
              class={isOwn ? "reaction own" : "reaction"}
              aria-pressed={isOwn}
              aria-label={words.reactionBy(first.emoji_name, names, group.length)}
              title={names}
              disabled={app.isSpectator}
              onClick={() =>
                app.attempt(
                  loadDeferred().then(({ actionsOn }) =>
                    actionsOn(app, message).react({
                      name: first.emoji_name,
                      code: first.emoji_code,
                      kind: first.reaction_type,
                    }),
                  ),
                )
              }
            >
              <EmojiGlyph name={first.emoji_name} code={first.emoji_code} kind={first.reaction_type} />
              <span class="count">{group.length}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
};
