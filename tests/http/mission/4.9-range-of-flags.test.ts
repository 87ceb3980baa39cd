import { aMessageSent, channelConversation } from "../../support/builders/entities";
import { failure, listenTo } from "../../support/http/event-queue";
import { startServer } from "../../support/http/http-application";
import {
  beforeEachFlagging,
  flag,
  flagged,
  invalid,
  outcome,
  without,
} from "../../support/http/message-flags";
import { shows } from "../../support/mission/levels";

const setup = beforeEachFlagging();
const change = (form: object) => flag(setup(), form);

shows(
  [
    "§4.9 note 1",
    "§4.9 field processed_count",
    "§4.9 field updated_count",
    "§4.9 field first_processed_id",
    "§4.9 field last_processed_id",
    "§4.9 field found_oldest",
    "§4.9 field found_newest",
  ],
  "returns the numbers processed and changed, the ends of the range and whether more follow",
  async () => {
    const { ben, cleo, owner, ids } = setup();
    const [bensEvents, cleosEvents, ownersEvents] = [
      await listenTo(ben, ["update_message_flags"]),
      await listenTo(cleo, ["update_message_flags"]),
      await listenTo(owner, ["update_message_flags"]),
    ];
    const anchor = ids[2];
    expect(await change({ anchor, num_before: 1, num_after: 1 })).toEqual(
      outcome(ids.slice(1, 4), 3, [false, false]),
    );
    expect(await flagged(setup(), "unread")).toEqual([ids[0], ids[4]]);
    expect(await change({ anchor, num_before: 2, num_after: 1 })).toEqual(
      outcome(ids.slice(0, 4), 1, [true, false]),
    );
    expect(await change({ anchor, num_before: 1, num_after: 9 })).toEqual(
      outcome(ids.slice(1), 1, [false, true]),
    );
    expect(await change({})).toEqual(outcome(ids, 0, [true, true]));
    const narrow = [
      ["topic", setup().topic],
      ["is", "unread"],
    ];
    expect(await change({ narrow })).toEqual(outcome([], 0, [true, true]));
    const event = { type: "update_message_flags", op: "add", operation: "add", flag: "read", all: false };
    expect(await bensEvents()).toEqual([
      { ...event, messages: ids.slice(1, 4) },
      { ...event, messages: [ids[0]] },
      { ...event, messages: [ids[4]] },
    ]);
    expect([await cleosEvents(), await ownersEvents()]).toEqual([[], []]);
    expect(await flagged(setup(), "unread", cleo)).toEqual(ids);
  },
);

shows("§4.9 parameter anchor", "anchor is a message's id, newest, oldest or first_unread", async () => {
  const { ids } = setup();
  const one = { num_before: 0, num_after: 0 };
  expect(await change({ ...one, anchor: String(ids[1]) })).toEqual(outcome([ids[1]], 1, [false, false]));
  expect(await change({ ...one, anchor: "oldest", num_after: 2 })).toEqual(
    outcome(ids.slice(0, 2), 1, [true, false]),
  );
  expect(await change({ ...one, anchor: "first_unread" })).toEqual(outcome([ids[2]], 1, [false, false]));
  expect(await change({ ...one, anchor: "newest", num_before: 1 })).toEqual(
    outcome([ids[4]], 1, [false, true]),
  );
  expect(await flagged(setup(), "unread")).toEqual([ids[3]]);
  expect(await change({ ...one, anchor: "first_unread" })).toEqual(outcome([ids[3]], 1, [false, false]));
  expect(await change({ ...one, anchor: "first_unread", num_before: 2 })).toEqual(
    outcome(ids.slice(3), 0, [false, true]),
  );
});

shows(
  "§4.9 parameter anchor",
  "an anchor beyond all messages means their end, and an invalid one is refused",
  async () => {
    const { ids } = setup();
    expect(await change({ anchor: "9".repeat(30), num_before: 1 })).toMatchObject({
      last_processed_id: ids[4],
    });
    expect(await change({ anchor: "-1", num_before: 0, num_after: 1 })).toMatchObject({
      first_processed_id: ids[0],
    });
    for (const anchor of ["middle", "", "1.5"])
      expect(await change({ anchor })).toEqual(invalid("anchor", "Invalid anchor"));
    const [answer, missing] = await without(setup(), "anchor");
    expect(answer).toEqual(missing);
  },
);

shows(
  "§4.9 parameter include_anchor",
  "include_anchor defaults to true; without it, the range starts beyond the anchor",
  async () => {
    const { ids } = setup();
    const last = { anchor: ids[4], num_before: 2 };
    expect(await change({ ...last, include_anchor: false })).toEqual(
      outcome(ids.slice(2, 4), 2, [false, false]),
    );
    expect(await change(last)).toEqual(outcome(ids.slice(2), 1, [false, true]));
    expect(await change({ ...last, include_anchor: true })).toEqual(outcome(ids.slice(2), 0, [false, true]));
    const first = { anchor: ids[0], num_before: 0, num_after: 4, include_anchor: "False" };
    expect(await change(first)).toEqual(outcome(ids.slice(1), 1, [false, true]));
    expect(await change({ ...last, num_after: 1, include_anchor: false })).toEqual(
      failure("The anchor can only be excluded at an end of the range"),
    );
    expect(await change({ include_anchor: "maybe" })).toEqual(
      invalid("include_anchor", "include_anchor is not a boolean"),
    );
    expect(await flagged(setup(), "unread")).toEqual([ids[0]]);
  },
);

shows(
  ["§4.9 parameter num_before", "§4.9 parameter num_after"],
  "num_before and num_after count messages around the anchor, and can't be negative",
  async () => {
    const { ids } = setup();
    const anchor = ids[2];
    expect(await change({ anchor, num_before: 0, num_after: 0 })).toEqual(
      outcome([anchor], 1, [false, false]),
    );
    expect(await change({ anchor, num_before: 1, num_after: 0 })).toEqual(
      outcome(ids.slice(1, 3), 1, [false, false]),
    );
    expect(await change({ anchor, num_before: 0, num_after: 2 })).toEqual(
      outcome(ids.slice(2), 2, [false, true]),
    );
    for (const name of ["num_before", "num_after"]) {
      expect(await change({ [name]: -1 })).toEqual(invalid(name, `${name} is too small`));
      expect(await change({ [name]: "1.5" })).toEqual(invalid(name, `${name} is not an integer`));
      expect(await change({ [name]: "many" })).toEqual(invalid(name, `${name} is not valid JSON`));
      const [answer, missing] = await without(setup(), name);
      expect(answer).toEqual(missing);
    }
    expect(await flagged(setup(), "unread")).toEqual([ids[0]]);
  },
);

shows(
  ["§8 limit messages per flag update", "§4.9 parameter num_before", "§4.9 parameter num_after"],
  "limits the range to 5000 messages by cutting it on both sides",
  async () => {
    const crowded = await startServer();
    const { owner } = crowded;
    const { id, conversationId = 0 } =
      (await crowded.services.directory.stateOf(crowded.realmId)).channelByName("general") ?? {};
    const conversation = { ...channelConversation(id ?? 0), id: conversationId };
    const ids = Array.from({ length: 5100 }, (_, index) => 1000 + index);
    await crowded.append(...ids.map((id) => aMessageSent({ id, conversation, topic: "t", senderId: 1 })));
    const star = async (form: object) => {
      const request = {
        narrow: [["topic", "t"]],
        op: "add",
        flag: "starred",
        num_before: 6000,
        num_after: 0,
      };
      return (await owner.post("/messages/flags/narrow", { ...request, ...form })).body;
    };
    expect(await star({ anchor: ids[5099] })).toEqual(outcome(ids.slice(99), 5001, [false, true]));
    expect(await star({ anchor: ids[2550], num_after: 6000 })).toEqual(
      outcome(ids.slice(50, 5051), 49, [false, false]),
    );
    expect(await star({ anchor: ids[2550], num_before: 100, num_after: 6000 })).toEqual(
      outcome(ids.slice(2450), 0, [false, true]),
    );
    expect(await star({ anchor: ids[98], num_after: 5 })).toEqual(
      outcome(ids.slice(0, 104), 50, [true, false]),
    );
    await crowded.stop();
  },
);
