import { call } from "../load";
import { type Person, smallChannel } from "../seed";
import { sendToAll } from "./send-to-all";

/** A kind of change that is one event to each of its receivers. */
export interface Change {
  /** The only type of events that the receivers ask for. */
  readonly eventType: string;
  /** Does what a number of changes need beforehand. Returns what makes the next of them. */
  prepare(url: string, sender: Person, count: number): Promise<() => Promise<unknown>>;
}

export const message: Change = {
  eventType: "message",
  prepare: async (url, sender) => () => sendToAll(url, sender),
};

/** A change of a message, each time another one in another topic. */
const ofMessage = (
  eventType: string,
  change: (url: string, sender: Person, id: number) => Promise<unknown>,
): Change => ({
  eventType,
  prepare: async (url, sender, count) => {
    const ids: number[] = [];
    while (ids.length < count) ids.push(await sendToAll(url, sender, { topic: `topic ${ids.length}` }));
    return () => change(url, sender, ids.pop() ?? 0);
  },
});

const edit = ofMessage("update_message", (url, sender, id) =>
  call(`${url}/api/v1/messages/${id}`, "PATCH", sender, { content: `good morning, ${id}` }),
);

const move = ofMessage("update_message", (url, sender, id) =>
  call(`${url}/api/v1/messages/${id}`, "PATCH", sender, {
    topic: `moved ${id}`,
    propagate_mode: "change_all",
    send_notification_to_old_thread: "false",
    send_notification_to_new_thread: "false",
  }),
);

const reaction = ofMessage("reaction", (url, sender, id) =>
  call(`${url}/api/v1/messages/${id}/reactions`, "POST", sender, { emoji_name: "tada" }),
);

/** What is done and undone in turn. */
const toggled = (
  eventType: string,
  change: (url: string, sender: Person, isBack: boolean) => Promise<unknown>,
): Change => ({
  eventType,
  prepare: async (url, sender) => {
    let isBack = true;
    return () => {
      isBack = !isBack;
      return change(url, sender, isBack);
    };
  },
});

const subscription = toggled("subscription", (url, sender, isBack) =>
  call(`${url}/api/v1/users/me/subscriptions`, isBack ? "POST" : "DELETE", sender, {
    subscriptions: JSON.stringify(isBack ? [{ name: smallChannel }] : [smallChannel]),
  }),
);

const rename = toggled("realm_user", (url, sender, isBack) =>
  call(`${url}/api/v1/settings`, "PATCH", sender, { full_name: isBack ? "Somebody" : "Somebody else" }),
);

/** The owner deactivates somebody, who loses their API key, and reactivates them. */
const deactivation = (owner: Person, { id }: Person): Change =>
  toggled("realm_user", (url, _sender, isBack) =>
    call(`${url}/api/v1/users/${id}${isBack ? "/reactivate" : ""}`, isBack ? "POST" : "DELETE", owner, {}),
  );

const channelsEach = 10;
/** How many channels one request creates. */
const madeAtOnce = 100;

/** The owner subscribes some people to ten channels, each time to others. */
const manySubscriptions = (
  owner: Person,
  creators: readonly Person[],
  people: readonly Person[],
): Change => ({
  eventType: "subscription",
  prepare: async (url, _sender, count) => {
    const first = Date.now();
    const names = Array.from({ length: count * channelsEach }, (_, index) => `joined ${first + index}`);
    const subscribe = (by: Person, some: readonly string[], more: Readonly<Record<string, string>>) =>
      call(`${url}/api/v1/users/me/subscriptions`, "POST", by, {
        subscriptions: JSON.stringify(some.map((name) => ({ name }))),
        ...more,
      });
    for (let from = 0; from < names.length; from += madeAtOnce) {
      const creator = creators[(from / madeAtOnce) % creators.length] ?? owner;
      await subscribe(creator, names.slice(from, from + madeAtOnce), {});
    }
    return () =>
      subscribe(owner, names.splice(0, channelsEach), {
        principals: JSON.stringify(people.map(({ id }) => id)),
        send_new_subscription_messages: "false",
      });
  },
});

const valuesEach = 60;

/** The sender changes many values of their profile at once: each is an event of its own. */
const profile = (owner: Person): Change => ({
  eventType: "realm_user",
  prepare: async (url, sender) => {
    const fields = `${url}/api/v1/realm/profile_fields`;
    const { custom_fields } = await call<{ custom_fields: readonly { readonly id: number }[] }>(
      fields,
      "GET",
      owner,
      {},
    );
    const ids = custom_fields.slice(0, valuesEach).map(({ id }) => id);
    while (ids.length < valuesEach) {
      const name = `Field ${ids.length}`;
      ids.push((await call<{ id: number }>(fields, "POST", owner, { name, field_type: "1" })).id);
    }
    let changes = 0;
    return () => {
      changes += 1;
      return call(`${url}/api/v1/users/me/profile_data`, "PATCH", sender, {
        data: JSON.stringify(ids.map((id) => ({ id, value: `value ${changes}` }))),
      });
    };
  },
});

/** People who receive changes and others, half and half. */
const joining = { first: 450, end: 550 };
const creating = 10;

/** By what they are called in results. The first is what the others are compared to. */
export const changesWith = (
  owner: Person,
  leaver: Person,
  others: readonly Person[],
): Readonly<Record<string, Change>> => ({
  "a message": message,
  "an edit": edit,
  "a move of a topic": move,
  "a reaction": reaction,
  "a subscription": subscription,
  "a new name": rename,
  "a deactivation": deactivation(owner, leaver),
  "100 people to 10 channels": manySubscriptions(
    owner,
    others.slice(-creating),
    others.slice(joining.first, joining.end),
  ),
  "60 profile fields": profile(owner),
});
