import { useSignal } from "@preact/signals";
import { changeBot } from "../../../api/account";
import { createBot, deactivateBot, fetchBotKey, reactivateUser, renewBotKey } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { mayInRealm } from "../../../store/rights";
import { Avatar } from "../../../ui/avatar";
import { copyText } from "../../../ui/clipboard";
import { BotType } from "../../../wire/numbers";
import type { User } from "../../../wire/wire";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { MenuButton } from "../../lazy/menu-button";
import { Field, useAction } from "../parts/use-action";
import { saveZuliprc } from "./zuliprc";

const NewBot = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const [name, short, url] = [useSignal(""), useSignal(""), useSignal("")];
  const type = useSignal<number>(BotType.generic);
  const mayAny = mayInRealm(app.store, "can_create_bots_group");
  const types = mayAny
    ? [BotType.generic, BotType.incomingWebhook, BotType.outgoingWebhook]
    : [BotType.incomingWebhook];
  const chosen = types.includes(type.value) ? type.value : (types[0] ?? BotType.generic);
  return (
    <details class="unfolding">
      <summary>{screenWords.newBot}</summary>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const details = { fullName: name.value.trim(), shortName: short.value.trim(), type: chosen };
          const payloadUrl = chosen === BotType.outgoingWebhook ? url.value.trim() : "";
          if (!(await run(() => createBot({ ...details, payloadUrl })))) return;
          app.showToast({ text: screenWords.botMade(details.fullName) });
          for (const field of [name, short, url]) field.value = "";
        }}
      >
        <label>
          {screenWords.botType}
          <select
            class="field"
            value={String(chosen)}
            onChange={({ currentTarget }) => {
              type.value = Number(currentTarget.value);
            }}
          >
            {types.map((one) => (
              <option key={one} value={String(one)}>
                {screenWords.botTypes[one]}
              </option>
            ))}
          </select>
        </label>
        <div class="two-fields">
          <Field
            label={cardWords.name}
            value={name.value}
            maxLength={100}
            isRequired
            onInput={(text) => {
              name.value = text;
            }}
          />
          <Field
            label={screenWords.botShortName}
            value={short.value}
            isRequired
            hint={screenWords.botShortNameHint}
            onInput={(text) => {
              short.value = text;
            }}
          />
        </div>
        {chosen === BotType.outgoingWebhook && (
          <Field
            label={screenWords.botUrl}
            type="url"
            isRequired
            value={url.value}
            onInput={(text) => {
              url.value = text;
            }}
          />
        )}
        <div class="form-actions">
          <button type="submit" class="primary" disabled={isBusy}>
            {screenWords.makeBot}
          </button>
        </div>
        {problem}
      </form>
    </details>
  );
};

const Edit = ({ bot, onDone }: { readonly bot: User; readonly onDone: () => void }) => {
  const { run, problem, isBusy } = useAction();
  const name = useSignal(bot.full_name);
  const url = useSignal("");
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (await run(() => changeBot(bot.user_id, name.value.trim(), url.value.trim()))) onDone();
      }}
    >
      <Field
        label={adminWords.botName(bot.full_name)}
        value={name.value}
        maxLength={100}
        isRequired
        onInput={(text) => {
          name.value = text;
        }}
      />
      {bot.bot_type === BotType.outgoingWebhook && (
        <Field
          label={adminWords.botUrl}
          type="url"
          hint={adminWords.botUrlHint}
          value={url.value}
          onInput={(text) => {
            url.value = text;
          }}
        />
      )}
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isBusy || name.value.trim() === ""}>
          {deferredWords.save}
        </button>
        <button type="button" class="plain" onClick={onDone}>
          {deferredWords.cancel}
        </button>
      </div>
      {problem}
    </form>
  );
};

/** A bot with its API key and deactivation. */
export const Bot = ({ bot, mayChange = true }: { readonly bot: User; readonly mayChange?: boolean }) => {
  const app = useApp();
  const { run, problem } = useAction();
  const { user_id: id, full_name: name, email } = bot;
  const renew = () =>
    void run(async () => {
      await renewBotKey(id);
      app.showToast({ text: screenWords.keyRenewed });
    });
  const isEditing = useSignal(false);
  const actions = () => [
    {
      icon: "edit" as const,
      label: deferredWords.edit,
      run: () => {
        isEditing.value = true;
      },
    },
    {
      icon: "link" as const,
      label: screenWords.copyKey,
      run: () =>
        void run(async () => {
          await copyText(await fetchBotKey(id));
          app.showToast({ text: words.copied });
        }),
    },
    {
      icon: "download" as const,
      label: screenWords.zuliprc,
      run: () => void run(async () => saveZuliprc(email, await fetchBotKey(id))),
    },
    {
      icon: "keys" as const,
      label: screenWords.newKey,
      run: () => {
        app.dialog.value = {
          kind: "confirm",
          text: screenWords.renewQuestion(name),
          label: screenWords.newKey,
          run: renew,
        };
      },
    },
    {
      icon: "trash" as const,
      label: screenWords.deactivate,
      isDangerous: true,
      run: () =>
        void run(() => deactivateBot(id)).then((isDone) => {
          const undo = () => void app.attempt(reactivateUser(id));
          if (isDone)
            app.showToast({ text: screenWords.gone(name), act: { label: deferredWords.undo, run: undo } });
        }),
    },
  ];
  return (
    <li class="channel-row">
      <Avatar userId={id} size={32} />
      <div class="channel-about">
        {isEditing.value ? (
          <Edit
            bot={bot}
            onDone={() => {
              isEditing.value = false;
            }}
          />
        ) : (
          <strong dir="auto">{name}</strong>
        )}
        <p class="soft">
          {screenWords.botTypes[bot.bot_type ?? BotType.generic]} · {email}
        </p>
        {problem}
      </div>
      {mayChange && bot.is_active && <MenuButton label={words.actionsOn(name)} actions={actions} />}
      {mayChange && !bot.is_active && (
        <button type="button" class="plain" onClick={() => void run(() => reactivateUser(id))}>
          {screenWords.reactivate}
        </button>
      )}
    </li>
  );
};

/** The user's bots with their keys, and a form for new ones. */
export const Bots = () => {
  const { store } = useApp();
  const bots = [...store.people.value.users.values()]
    .filter(({ bot_owner_id }) => bot_owner_id === store.ownId)
    .sort((a, b) => Number(b.is_active) - Number(a.is_active) || a.full_name.localeCompare(b.full_name));
  const mayMake =
    mayInRealm(store, "can_create_bots_group") || mayInRealm(store, "can_create_write_only_bots_group");
  return (
    <>
      <p>{screenWords.botsHint}</p>
      {mayMake ? <NewBot /> : <p class="soft">{screenWords.noBotsAllowed}</p>}
      {bots.length === 0 && <p class="soft">{screenWords.noBots}</p>}
      <ul class="inbox-list">
        {bots.map((bot) => (
          <Bot key={bot.user_id} bot={bot} />
        ))}
      </ul>
    </>
  );
};
