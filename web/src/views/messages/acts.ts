import { changeFlag, changeReaction, deleteMessage, fetchMessage, markUnreadFrom } from "../../api/requests";
import type { Message } from "../../api/wire";
import type { App } from "../../app";
import { placeOf } from "../../store/place";
import type { IconName } from "../../ui/icon";
import { words } from "../../words/en";
import { insertIntoCompose } from "../compose/insert";
import type { Emoji } from "../emoji/emoji";
import { narrowOf } from "../location";
import { mayDelete, mayEdit } from "./rights";

/** Something to do with a message. */
export interface Act {
  readonly icon: IconName;
  readonly label: string;
  readonly run: () => void;
}

/** The address of a message, for others too. */
const linkTo = (app: App, message: Message): string => {
  const narrow = narrowOf(placeOf(message), app.store.ownId);
  return `${location.origin}/${app.href({ screen: "narrow", narrow, near: message.id })}`;
};

/** Quotes a message in the message that is being written, at its own place. */
export const quote = async (app: App, message: Message): Promise<void> => {
  const { raw_content } = await fetchMessage(message.id);
  const name = app.names.userName(message.sender_id) ?? words.somebody;
  const fence = "`".repeat(Math.max(3, ...[...raw_content.matchAll(/^`+/gm)].map(([run]) => run.length + 1)));
  const said = words.said(`@_**${name}|${message.sender_id}**`, linkTo(app, message));
  answer(app, message, `${said}\n${fence}quote\n${raw_content}\n${fence}\n`);
};

/** Goes on writing where the message is. */
export const answer = (app: App, message: Message, text = ""): void => {
  const place = placeOf(message);
  app.composing.value = { place, kind: place.kind };
  insertIntoCompose(text);
};

export const toggleStar = (app: App, message: Message): Promise<boolean> =>
  app.attempt(changeFlag([message.id], message.flags.includes("starred") ? "remove" : "add", "starred"));

/** Puts an emoji on a message, or takes it off where the reader's is there. */
export const toggleReaction = (app: App, message: Message, emoji: Emoji): Promise<boolean> => {
  const isThere = message.reactions.some(
    (one) => one.user_id === app.store.ownId && one.emoji_code === emoji.code,
  );
  return app.attempt(changeReaction(message.id, isThere ? "remove" : "add", emoji));
};

/** What can be done with a message by whoever reads it: nothing that would be refused. */
export const actsOn = (app: App, message: Message) => {
  const now = Date.now() / 1000;
  const isStarred = message.flags.includes("starred");
  const edit: Act = {
    icon: "edit",
    label: words.edit,
    run: () => {
      app.editing.value = message.id;
    },
  };
  const remove: Act = {
    icon: "trash",
    label: words.delete,
    run: () => {
      app.dialog.value = {
        kind: "confirm",
        text: words.deleteQuestion,
        label: words.delete,
        run: () => void app.attempt(deleteMessage(message.id)),
      };
    },
  };
  const first: readonly Act[] = [
    { icon: "reply", label: words.quote, run: () => void app.attempt(quote(app, message)) },
    ...(mayEdit(app.store, message, now) ? [edit] : []),
  ];
  const more: readonly Act[] = [
    {
      icon: "star",
      label: isStarred ? words.unstar : words.star,
      run: () => void toggleStar(app, message),
    },
    {
      icon: "eye",
      label: words.markUnreadFromHere,
      run: () => void app.attempt(markUnreadFrom(narrowOf(placeOf(message), app.store.ownId), message.id)),
    },
    {
      icon: "link",
      label: words.copyLink,
      run: () => {
        void navigator.clipboard.writeText(linkTo(app, message)).then(() => {
          app.toast.value = { text: words.linkCopied };
        });
      },
    },
    ...(mayDelete(app.store, message, now) ? [remove] : []),
  ];
  return {
    first,
    more,
    react: (emoji: Emoji) => void toggleReaction(app, message, emoji),
  };
};
