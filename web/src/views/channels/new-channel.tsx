import { useSignal } from "@preact/signals";
import { createChannel } from "../../api/channel-administration";
import { errorText } from "../../api/error-text";
import { useApp } from "../../app/app";
import { mayInRealm } from "../../store/rights";
import type { Store } from "../../store/store";
import { Overlay } from "../../ui/overlay";
import { UserRole } from "../../wire/numbers";
import { cardWords } from "../../words/en-cards";
import { deferredWords } from "../../words/en-deferred";
import { PeopleField } from "../compose/people-field";

type Privacy = "public" | "shared" | "protected" | "web-public";

/** Runs something once the channel is known: its URL contains its name. */
const whenKnown = ({ channels }: Store, id: number, run: () => void): void => {
  if (channels.peek().known.has(id)) return;
  const stop = channels.subscribe(({ known }) => {
    if (!known.has(id)) return;
    stop();
    run();
  });
};

/** Creates a channel: name, description, who can read it, subscribers. */
export const NewChannel = ({ onClose }: { readonly onClose: () => void }) => {
  const app = useApp();
  const { store } = app;
  const realm = store.realm.value;
  const kinds: readonly Privacy[] = [
    ...(mayInRealm(store, "can_create_public_channel_group") ? (["public"] as const) : []),
    ...(mayInRealm(store, "can_create_private_channel_group") ? (["shared", "protected"] as const) : []),
    ...(realm.realm_enable_spectator_access === true &&
    mayInRealm(store, "can_create_web_public_channel_group")
      ? (["web-public"] as const)
      : []),
  ];
  const name = useSignal("");
  const description = useSignal("");
  const privacy = useSignal<Privacy>(kinds[0] ?? "public");
  const people = useSignal<readonly number[]>([]);
  const takesAll = useSignal(false);
  const folder = useSignal<number | undefined>(undefined);
  const problem = useSignal("");
  const isMaking = useSignal(false);
  const folders = [...store.folders.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => a.order - b.order);
  const everyone = () =>
    [...store.people.value.users.values()]
      .filter((one) => one.is_active && !one.is_bot && one.role < UserRole.guest)
      .map((one) => one.user_id);
  const make = async () => {
    if (name.value.trim() === "" || isMaking.value) return;
    isMaking.value = true;
    try {
      const id = await createChannel({
        name: name.value.trim(),
        description: description.value.trim(),
        privacy: privacy.value,
        subscribers: [...new Set([store.ownId, ...(takesAll.value ? everyone() : people.value)])],
        folderId: folder.value,
        announce: privacy.value === "public",
      });
      onClose();
      const to = { screen: "narrow", narrow: [{ operator: "channel", operand: id }] } as const;
      app.go(to);
      const there = app.location.peek();
      whenKnown(store, id, () => {
        if (app.location.peek() === there) app.follow(to);
      });
    } catch (error) {
      problem.value = errorText(error);
      isMaking.value = false;
    }
  };
  return (
    <Overlay title={cardWords.newChannel} onClose={onClose} class="form">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <label>
          {cardWords.name}
          <input
            class="field"
            dir="auto"
            required
            maxLength={Number(realm.max_stream_name_length ?? 60)}
            value={name.value}
            onInput={(event) => {
              name.value = event.currentTarget.value;
            }}
          />
        </label>
        <label>
          {cardWords.description}
          <input
            class="field"
            dir="auto"
            maxLength={Number(realm.max_stream_description_length ?? 1024)}
            value={description.value}
            onInput={(event) => {
              description.value = event.currentTarget.value;
            }}
          />
        </label>
        <fieldset>
          <legend>{cardWords.whoMayRead}</legend>
          {kinds.map((kind) => (
            <label key={kind} class="check">
              <input
                type="radio"
                name="privacy"
                checked={privacy.value === kind}
                onChange={() => {
                  privacy.value = kind;
                }}
              />
              <span>
                {cardWords.privacies[kind].label}
                <span class="soft hint">{cardWords.privacies[kind].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {folders.length > 0 && (
          <label>
            {cardWords.folder}
            <select
              class="field"
              value={folder.value ?? ""}
              onChange={(event) => {
                folder.value = Number(event.currentTarget.value) || undefined;
              }}
            >
              <option value="">{cardWords.noFolder}</option>
              {folders.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={takesAll.value}
            onChange={(event) => {
              takesAll.value = event.currentTarget.checked;
            }}
          />
          {cardWords.addEveryone}
        </label>
        {!takesAll.value && <PeopleField chosen={people} label={cardWords.addPeople} />}
        {problem.value !== "" && (
          <p class="problem" role="alert">
            {problem.value}
          </p>
        )}
        <div class="form-actions">
          <button type="submit" class="primary" disabled={name.value.trim() === "" || isMaking.value}>
            {cardWords.create}
          </button>
          <button type="button" class="plain" onClick={onClose}>
            {deferredWords.cancel}
          </button>
        </div>
      </form>
    </Overlay>
  );
};
