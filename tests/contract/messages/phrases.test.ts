import { knexMessageReader } from "../../../src/adapters/persistence/knex/messages/message-reader";
import { terms } from "../../../src/adapters/persistence/knex/messages/message-terms";
import { orderOf } from "../../../src/adapters/persistence/knex/messages/order-of-words";
import type { Message } from "../../../src/domain/messages/message";
import { foldCase } from "../../../src/domain/text/fold-case";
import { aMessageSent, channelConversation } from "../../support/builders/entities";
import fc from "../../support/random/fast-check";
import { historyCount } from "../../support/random/history-count";
import { createRealm } from "../../support/storage/commits";
import { knexPersistence } from "../../support/storage/knex-persistence";
import { memoryPersistence, type Persistence } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
let inPostgres: Persistence;
const inMemory = memoryPersistence();

beforeAll(async () => {
  database = await createTestDatabase();
  // As in an organization that is large compared with what a search looks at first.
  inPostgres = {
    ...knexPersistence(database.db),
    messages: knexMessageReader(database.db, { nearby: [], rare: 1, blocks: [] }),
  };
});
afterAll(() => database.destroy());

interface Text {
  readonly topic: string;
  readonly content: string;
}

const odd = [
  ..."aAbeEz19 ,.'-&|!:*()\\%_/\t\n",
  ..."éÉßẞıİǅŉΣςσЖжﬁ\u212a\u0301\u00a0\u3000\u200d漢字かタ한😀",
  "  ",
  " a ",
  "the ",
  "lemon ",
];
const oddText = fc.array(fc.constantFrom(...odd), { maxLength: 30 }).map((parts) => parts.join(""));
const anyCase = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  foldCase,
);

/** A text, and a part of it that begins and ends anywhere, in any case. */
const textAndPart = fc
  .record({ topic: oddText, content: oddText, from: fc.nat(60), length: fc.nat(30), cased: anyCase })
  .map(({ topic, content, from, length, cased }) => {
    const characters = [...`${topic} ${content}`];
    const start = from % characters.length;
    return { topic, content, part: cased(characters.slice(start, start + length).join("")) };
  });

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Whether the text has the phrase literally, and whether the index says that it can have it, and by how many terms. */
const compare = async ({ topic, content, part }: Text & { readonly part: string }) => {
  const { db } = database;
  const { rows } = await db.raw(
    `SELECT (m.topic || ' ' || m.content) ILIKE :pattern AS "isLiteral", ${terms} @@ :order AS "isPossible", CAST(:order AS text) AS asked
     FROM (SELECT 1 AS realm_id, CAST(1 AS bigint) AS id, CAST(1 AS bigint) AS conversation_id, CAST(1 AS bigint) AS channel_id,
       CAST(:topic AS text) AS topic, CAST(1 AS bigint) AS sender_id, CAST(:content AS text) AS content,
       '' AS rendered_content, CAST('[]' AS jsonb) AS reactions) m`,
    { topic, content, pattern: `%${escaped(part)}%`, order: orderOf(db, 1, part) },
  );
  const [{ isLiteral, isPossible, asked }] = rows as readonly [
    { readonly isLiteral: boolean; readonly isPossible: boolean; readonly asked: string },
  ];
  return { isLiteral, isPossible, count: asked.match(/'p \d+'/g)?.length ?? 0 };
};

test("the index has every message that has a phrase, wherever that begins and ends", async () => {
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(textAndPart, async (one) => {
      const { isLiteral, isPossible, count } = await compare(one);
      if (isLiteral && count > 0) decided += 1;
      expect(isPossible || !isLiteral).toBe(true);
    }),
    { numRuns: historyCount(1000), interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  );
  expect(decided).toBeGreaterThan(0);
});

const inRealm = async (persistence: Persistence, texts: readonly Text[]): Promise<number> => {
  const { id } = await createRealm(
    persistence.eventStore,
    texts.map((text, index) =>
      aMessageSent({ id: index + 1, conversation: channelConversation(1), senderId: 1, ...text }),
    ),
  );
  return id;
};

const found = async ({ messages }: Persistence, realmId: number, phrase: string) => {
  const { before } = await messages.around(realmId, {
    scope: { kind: "channels", conversationIds: [channelConversation(1).id] },
    narrow: [{ operator: "search", text: `"${phrase}"`, negated: false }],
    anchor: Number.MAX_SAFE_INTEGER,
    before: 100,
    after: 0,
    enough: 1_000_000,
  });
  return before.map(({ id }: Message) => id);
};

/** Words that English stemming leaves as they are. */
const words = ["lemon", "MELON", "ox", "q", "İzmir", "ΟΔΟΣ", "οδος", "straße", "pear"] as const;
const someWords = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(" ", " ", "  ", ", ")), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) =>
    parts.map(([word, after], index) => (index < parts.length - 1 ? word + after : word)).join(""),
  );

test("memory and PostgreSQL find the same phrases, also across the topic and the content", async () => {
  const texts = fc.array(fc.record({ topic: someWords, content: someWords }), {
    minLength: 5,
    maxLength: 20,
  });
  const phrases = fc.array(someWords, { minLength: 5, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(texts, phrases, async (written, asked) => {
      const [memory, postgres] = [await inRealm(inMemory, written), await inRealm(inPostgres, written)];
      for (const phrase of asked)
        expect(await found(inPostgres, postgres, phrase)).toEqual(await found(inMemory, memory, phrase));
    }),
    { numRuns: historyCount(20), interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
  );
});

test("a phrase is found within words, but not across others", async () => {
  const realmId = await inRealm(inPostgres, [
    { topic: "fruit", content: "a lemon melon" },
    { topic: "fruit", content: "lemon and melon" },
    { topic: "fruit", content: "LEMON MELONS" },
    { topic: "some lemon", content: "melon" },
    { topic: "fruit", content: "lemon, melon" },
    { topic: "fruit", content: "lemon  melon" },
  ]);
  expect(await found(inPostgres, realmId, "lemon melon")).toEqual([1, 3, 4]);
  expect(await found(inPostgres, realmId, "fruit lemon and")).toEqual([2]);
  expect(await found(inPostgres, realmId, "lemon, melon")).toEqual([5]);
});

test.each([
  ["lemon", 0],
  ["lemon melon", 1],
  ["is lemon", 0],
  ["lemon is a melon", 1],
  ["to be or not to be", 0],
  ["new lemon melon", 1],
  ["new lemon", 0],
  ["lemon, melon", 1],
  ["東京 lemon", 0],
  ["first second ".repeat(100), 16],
])("the phrase %p is looked for by as many terms of order: %p", async (part, expected) => {
  expect(await compare({ topic: "", content: part, part })).toEqual({
    isLiteral: true,
    isPossible: true,
    count: expected,
  });
});
