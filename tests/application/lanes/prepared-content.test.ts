import * as E from "fp-ts/Either";
import type {
  MessageRenderer,
  RenderContext,
} from "../../../src/application/ports/messages/message-renderer";
import type { Transaction } from "../../../src/application/transaction";
import { unableToRender } from "../../../src/domain/messages/refusals";
import { escapingRenderer } from "../../support/application/fakes";
import { aProcess, refuse, refused, send } from "../../support/application/lanes";
import { aMessage, aUser } from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import { memoryPersistence } from "../../support/storage/persistence";

/** Renders each name as the context has it, and records the requests. */
const namingRenderer = (before: () => Promise<void> = async () => {}) => {
  const asked: string[] = [];
  const render = async (source: string, { users }: RenderContext) => {
    asked.push(source);
    await before();
    const names = users.map(({ id, fullName }) => `${fullName} ${id}`).join();
    return escapingRenderer.render(`${source} [${names}]`, { users } as RenderContext);
  };
  return { asked, renderer: { version: 7, render } satisfies MessageRenderer };
};

const begun = async (renderer: MessageRenderer, persistence = memoryPersistence()) => {
  const { id: realmId } = await createRealm(persistence.eventStore);
  return { persistence, realmId, ...persistence, ...aProcess(persistence, undefined, renderer) };
};

/** Sends a message with a text by the server. */
const say = (source: string) => async (tx: Transaction) => {
  const { html, rendererVersion } = tx.rendered(source, "server");
  const id = tx.newMessageId();
  const message = aMessage({ id, content: source, renderedContent: html, rendererVersion });
  tx.append({ type: "message_sent", message, beginsConversation: false, flagsByUser: {} });
  return E.right(id);
};

/** Creates a user and announces it in the same commit. */
const welcome = (name: string) => async (tx: Transaction) => {
  const user = aUser({ id: tx.newId("user"), email: `${name}@example.org`, fullName: name });
  tx.append({ type: "user_created", user });
  const content = `@_**${name}|${user.id}** is here`;
  const { html, rendererVersion } = tx.rendered(content, "server", { users: [user] });
  const message = aMessage({ id: tx.newMessageId(), content, renderedContent: html, rendererVersion });
  tx.append({ type: "message_sent", message, beginsConversation: false, flagsByUser: {} });
  return E.right(message.id);
};

const gate = () => {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

test("others can change the realm while a text is being rendered", async () => {
  const { open, opened } = gate();
  const { renderer } = namingRenderer(() => opened);
  const { inTransaction, realmId, messages } = await begun(renderer);
  const slow = inTransaction(realmId, say("slow"));
  expect(await inTransaction(realmId, send("quick"))).toEqual(E.right(1));
  open();
  expect(await slow).toEqual(E.right(2));
  expect((await messages.byIds(realmId, [1, 2])).map(({ renderedContent }) => renderedContent)).toEqual([
    aMessage().renderedContent,
    "<p>slow []</p>",
  ]);
});

test("a text is rendered once, however often the work runs and asks for it", async () => {
  const { asked, renderer } = namingRenderer();
  const { inTransaction, realmId } = await begun(renderer);
  let runs = 0;
  const outcome = await inTransaction(realmId, async (tx) => {
    runs += 1;
    tx.rendered("hello", "server");
    return say("hello")(tx);
  });
  expect(outcome).toEqual(E.right(1));
  expect([runs, asked]).toEqual([2, ["hello"]]);
});

test("nothing is rendered for work that is refused in the end", async () => {
  const { asked, renderer } = namingRenderer();
  const { inTransaction, realmId } = await begun(renderer);
  const outcome = await inTransaction(realmId, async (tx) => {
    tx.rendered("never", "server");
    return refuse(tx);
  });
  expect(outcome).toEqual(E.left(refused));
  expect(asked).toEqual([]);
});

test("a run that lacks a text applies none of the events after it", async () => {
  const { inTransaction, realmId } = await begun(escapingRenderer);
  const applied: number[] = [];
  await inTransaction(realmId, async (tx) => {
    const { html } = tx.rendered("hello", "server");
    const message = aMessage({ id: tx.newMessageId(), renderedContent: html });
    let looks = 0;
    tx.append({
      type: "message_sent",
      get message() {
        looks += 1;
        return message;
      },
      beginsConversation: false,
      flagsByUser: {},
    });
    applied.push(looks);
    return E.right(undefined);
  });
  expect(applied).toEqual([0, expect.any(Number)]);
  expect(applied[1]).toBeGreaterThan(0);
});

test("a text is rendered again when a person it mentions was renamed meanwhile", async () => {
  const { open, opened } = gate();
  const { asked, renderer } = namingRenderer(() => opened);
  const { inTransaction, realmId, messages } = await begun(renderer);
  await inTransaction(realmId, async (tx) => {
    tx.append({ type: "user_created", user: aUser({ id: tx.newId("user"), fullName: "Ann" }) });
    return E.right(undefined);
  });
  const saying = inTransaction(realmId, say("hello @**|1**"));
  await inTransaction(realmId, async (tx) => {
    tx.append({ type: "user_changed", userId: 1, change: { fullName: "Anna" } });
    return E.right(undefined);
  });
  open();
  await saying;
  const [message] = await messages.byIds(realmId, [1]);
  expect(message?.renderedContent).toBe("<p>hello @**|1** [Anna 1]</p>");
  expect(asked).toHaveLength(2);
});

test("fifty people who join at once are each mentioned by their own id", async () => {
  const { renderer } = namingRenderer();
  const { inTransaction, realmId, messages } = await begun(renderer);
  const names = Array.from({ length: 50 }, (_, index) => `Person${index}`);
  const ids = await Promise.all(
    names.map(async (name) => {
      const outcome = await inTransaction(realmId, welcome(name));
      return outcome._tag === "Right" ? outcome.right : 0;
    }),
  );
  const sent = await messages.byIds(realmId, ids);
  expect(sent).toHaveLength(50);
  for (const { content, renderedContent, rendererVersion } of sent) {
    const [, name, id] = /\*\*(.+)\|(\d+)\*\*/.exec(content) ?? [];
    expect(renderedContent).toBe(`<p>${content} [${name} ${id}]</p>`);
    expect(rendererVersion).toBe(7);
  }
});

test("a text that other changes keep overtaking is sent unrendered, for a later rendering", async () => {
  const persistence = memoryPersistence();
  let others = 0;
  const { renderer, asked } = namingRenderer(async () => {
    others += 1;
    const user = aUser({ id: others, email: `other${others}@example.org` });
    await commitAll(persistence.eventStore, realmId, [{ type: "user_created", user }]);
  });
  const { inTransaction, realmId, messages } = await begun(renderer, persistence);
  expect(await inTransaction(realmId, welcome("<Zoe>"))).toEqual(E.right(1));
  const [message] = await messages.byIds(realmId, [1]);
  expect(message).toMatchObject({
    renderedContent: `<p>@_**&lt;Zoe&gt;|${others + 1}** is here</p>`,
    rendererVersion: 0,
  });
  expect(asked.length).toBeLessThan(30);
});

test("a text that can't be rendered in time is sent unrendered", async () => {
  const renderer: MessageRenderer = { version: 7, render: async () => E.left(unableToRender) };
  const { inTransaction, realmId, messages } = await begun(renderer);
  await inTransaction(realmId, say("a < b"));
  const [message] = await messages.byIds(realmId, [1]);
  expect(message).toMatchObject({ renderedContent: "<p>a &lt; b</p>", rendererVersion: 7 });
});

test("work whose text hits a bug in rendering fails alone", async () => {
  const renderer: MessageRenderer = { version: 7, render: () => Promise.reject(new Error("broken")) };
  const { inTransaction, realmId } = await begun(renderer);
  const outcomes = await Promise.allSettled(
    [say("never"), send("a")].map((work) => inTransaction(realmId, work)),
  );
  expect(outcomes).toMatchObject([{ reason: new Error("broken") }, { value: E.right(1) }]);
});

test("a large read runs outside the lane, and its result decides", async () => {
  const { open, opened } = gate();
  const { inTransaction, realmId } = await begun(escapingRenderer);
  let runs = 0;
  const counting = inTransaction(realmId, async (tx) => {
    runs += 1;
    const found = tx.readOutside(
      "sent",
      async ({ messages }) => {
        await opened;
        return (await messages.sentBy(realmId, 1, 0, 99)).length;
      },
      0,
    );
    return found === 0 ? E.left(refused) : E.right(found);
  });
  expect(await inTransaction(realmId, send())).toEqual(E.right(1));
  open();
  // The first run would have refused, because it hadn't read yet.
  expect(await counting).toEqual(E.right(1));
  expect(runs).toBe(2);
});

test("work that asks for another read at every run ends with an error", async () => {
  const { inTransaction, realmId } = await begun(escapingRenderer);
  let runs = 0;
  const endless = inTransaction(realmId, async (tx) => {
    runs += 1;
    tx.readOutside(`${runs}`, async () => 0, 0);
    return E.right(undefined);
  });
  await expect(endless).rejects.toThrow(`Realm ${realmId} changed too often for this change to commit`);
  expect(runs).toBeLessThan(30);
  expect(await inTransaction(realmId, send())).toEqual(E.right(1));
});
