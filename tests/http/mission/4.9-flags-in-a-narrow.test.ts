import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aUser } from "../../support/builders/entities";
import { failure, listenTo } from "../../support/http/event-queue";
import type { Client } from "../../support/http/http-application";
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
const change = (form: object, who = setup().ben) => flag(setup(), form, who);
const write = async (to: Client): Promise<number> =>
  (await setup().owner.post("/messages", { type: "direct", to: [to.id], content: "x" })).body.id;
const lacks = async (name: string) => {
  const [answer, missing] = await without(setup(), name);
  expect(answer).toEqual(missing);
};

shows(
  "§4.9 parameter narrow",
  "accepts conditions as objects or pairs; an empty narrow means all of the user's messages",
  async () => {
    const { ben, cleo, owner, general, ids, topic } = setup();
    await ben.post("/mark_all_as_read");
    const direct = await write(ben);
    const cleosMessage = await write(cleo);
    for (const narrow of [
      [
        ["stream", "general"],
        ["topic", topic],
      ],
      [
        ["channel", "general"],
        ["topic", topic.toUpperCase()],
      ],
      [
        { operator: "channel", operand: general },
        { operator: "topic", operand: topic, negated: false },
      ],
    ])
      expect(await change({ narrow })).toEqual(outcome(ids, 0, [true, true]));
    const elsewhere = { operator: "topic", operand: topic, negated: true };
    const { last_processed_id } = await change({
      narrow: [{ operator: "channel", operand: general }, elsewhere],
    });
    expect(ids).not.toContain(last_processed_id);
    expect(await change({ narrow: [["is", "unread"]] })).toEqual(outcome([direct], 1, [true, true]));
    const one = { num_before: 1 };
    for (const narrow of [[], [{ operator: "dm", operand: [owner.id] }], [["is", "dm"]]])
      expect(await change({ ...one, narrow })).toMatchObject({
        last_processed_id: direct,
        processed_count: 1,
      });
    expect(await change({ narrow: [{ operator: "id", operand: cleosMessage }] })).toEqual(
      outcome([], 0, [true, true]),
    );
    await lacks("narrow");
  },
);

shows("§4.9 parameter narrow", "refuses a malformed narrow and changes nothing", async () => {
  const { ids } = setup();
  const bad = (msg: string) => failure(`Invalid narrow operator: ${msg}`, "BAD_NARROW", { desc: msg });
  expect(await change({ narrow: [["channel", "nowhere"]] })).toEqual(bad("unknown channel"));
  expect(await change({ narrow: [["shape", "round"]] })).toEqual(bad("unknown operator shape"));
  expect(await change({ narrow: "general" })).toEqual(invalid("narrow", "narrow is not valid JSON"));
  expect(await change({ narrow: { channel: "general" } })).toEqual(invalid("narrow", "narrow is not a list"));
  for (const element of ["channel", [1, 2], [], ["channel"], { operator: "channel" }, { operand: "general" }])
    expect(await change({ narrow: [element] })).toMatchObject({
      result: "error",
      code: "REQUEST_VARIABLE_INVALID",
      var_name: "narrow",
    });
  expect(await flagged(setup(), "unread")).toEqual(ids);
});

shows("§4.9 parameter op", "op is add or remove, and each undoes the other", async () => {
  const { ids } = setup();
  expect(await change({ flag: "starred" })).toEqual(outcome(ids, 5, [true, true]));
  expect(await change({ op: "remove", flag: "starred", num_before: 2 })).toEqual(
    outcome(ids.slice(3), 2, [false, true]),
  );
  expect(await flagged(setup(), "starred")).toEqual(ids.slice(0, 3));
  expect(await change({ op: "flip", flag: "starred" })).toEqual(
    failure("Invalid message flag operation: 'flip'"),
  );
  await lacks("op");
  expect(await flagged(setup(), "starred")).toEqual(ids.slice(0, 3));
});

shows("§4.9 parameter flag", "allows clients to change only read, starred and collapsed", async () => {
  const { ben, ids } = setup();
  const flags = async () => (await ben.get(`/messages/${ids[4]}`)).body.message.flags.toSorted();
  for (const name of ["read", "starred", "collapsed"]) await change({ flag: name });
  expect(await flags()).toEqual(["collapsed", "read", "starred"]);
  for (const name of ["mentioned", "wildcard_mentioned", "has_alert_word", "historical"])
    expect(await change({ flag: name })).toEqual(failure(`Flag not editable: '${name}'`));
  expect(await change({ flag: "shiny" })).toEqual(failure("Invalid flag: 'shiny'"));
  await lacks("flag");
  expect(await flags()).toEqual(["collapsed", "read", "starred"]);
});

shows(
  "§4.9 field ignored_because_not_subscribed_channels",
  "ignored_because_not_subscribed_channels exists only when removing read, and lists channels the user left",
  async () => {
    const { ben, general, ids, topic } = setup();
    const ignored = "ignored_because_not_subscribed_channels";
    expect(await change({})).not.toHaveProperty(ignored);
    const events = await listenTo(ben, ["update_message_flags"]);
    expect(await change({ op: "remove", num_before: 2 })).toEqual({
      ...outcome(ids.slice(3), 2, [false, true]),
      [ignored]: [],
    });
    const detail = { type: "stream", stream_id: general, topic, unmuted_stream_msg: false };
    expect(await events()).toEqual([
      {
        type: "update_message_flags",
        op: "remove",
        operation: "remove",
        flag: "read",
        all: false,
        messages: ids.slice(3),
        message_details: { [ids[3]]: detail, [ids[4]]: detail },
      },
    ]);
    for (const op of ["add", "remove"])
      expect(await change({ op, flag: "starred" })).not.toHaveProperty(ignored);
    await ben.delete("/users/me/subscriptions", { subscriptions: ["general"] });
    expect(await change({ op: "remove" })).toEqual({
      ...outcome(ids, 0, [true, true]),
      [ignored]: [general],
    });
    expect(await flagged(setup(), "unread")).toEqual([]);
    await ben.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }] });
  },
);

shows(
  "§4.9 field ignored_because_not_subscribed_channels",
  "marks messages from before the subscription as unread",
  async () => {
    const { server, ids } = setup();
    const dora = await server.newMember("Dora");
    expect(await change({ op: "remove", num_before: 1 }, dora)).toEqual({
      ...outcome([ids[4]], 1, [false, true]),
      ignored_because_not_subscribed_channels: [],
    });
    expect(await flagged(setup(), "unread", dora)).toEqual([ids[4]]);
    expect((await dora.get(`/messages/${ids[4]}`)).body.message.flags).toEqual([]);
    const { body } = await dora.post("/register", { fetch_event_types: ["message", "update_message_flags"] });
    expect(body.unread_msgs).toMatchObject({ count: 1, streams: [{ unread_message_ids: [ids[4]] }] });
    expect(await change({}, dora)).toMatchObject({ updated_count: 1 });
    expect(await flagged(setup(), "unread", dora)).toEqual([]);
  },
);

shows("§4.9 note 1", "allows bots and guests to flag their messages, and requires a key", async () => {
  const { server, ben } = setup();
  const guest = aUser({ id: 50, role: "guest", fullName: "Gina" });
  const bot = aUser({ id: 51, fullName: "Bot", bot: newBot("generic", ben.id) });
  await server.append(...[guest, bot].map((user) => ({ type: "user_created", user }) as const));
  for (const user of [guest, bot]) {
    const who = server.clientOf(user);
    const direct = await write(who);
    expect(await change({ narrow: [] }, who)).toEqual(outcome([direct], 1, [true, true]));
  }
  const anonymous = await request(server.http).post("/api/v1/messages/flags/narrow").type("form").send({});
  expect([anonymous.status, anonymous.body.code]).toEqual([401, "UNAUTHORIZED"]);
});

shows("§4.9 note 1", "starring a message from before the subscription doesn't make it unread", async () => {
  const { server, ids } = setup();
  const eva = await server.newMember("Eva");
  expect(await change({ flag: "starred" }, eva)).toEqual(outcome(ids, 5, [true, true]));
  expect(await flagged(setup(), "starred", eva)).toEqual(ids);
  expect(await flagged(setup(), "unread", eva)).toEqual([]);
});
