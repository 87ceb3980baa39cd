import type { BotCaller, BotReply, CallToBot } from "../../../src/application/ports/bots/bot-caller";
import { newBot } from "../../../src/domain/bots/bot";
import { callableBot } from "../../../src/domain/policy/bot-call";
import { aMessage, aRealmState, aUser } from "../../support/builders/entities";

interface BotCallerSubject {
  readonly caller: BotCaller;
  /** The bot's server answers the next call with a reply, or that none is needed. */
  answer(reply: BotReply | undefined): void;
  /** The bot's server fails, for a while or for good. */
  fail(mayRecover: boolean): void;
}

const service = { name: "helper", url: "https://bot.example/hook", interface: "native" } as const;

const aCall = (): CallToBot => {
  const user = aUser({ id: 50, bot: { ...newBot("outgoing_webhook", 1), service } });
  const state = aRealmState({ users: [aUser({ id: 1 }), user] });
  const bot = callableBot(state, 50);
  if (bot === undefined) throw new Error("The bot can't be called");
  return {
    state,
    bot,
    token: "a token",
    trigger: "direct_message",
    message: aMessage({ senderId: 1 }),
    topicLinks: { linksIn: () => [] },
  };
};

export const botCallerContract = (subject: () => BotCallerSubject): void => {
  test("the bot's reply comes back, with its widget if it has one", async () => {
    const { caller, answer } = subject();
    for (const reply of [{ content: "**hi**" }, { content: "", widget: '{"widget_type":"poll"}' }]) {
      answer(reply);
      expect(await caller.call(aCall())).toEqual({ kind: "answered", reply });
    }
  });

  test("a bot may have nothing to say", async () => {
    const { caller, answer } = subject();
    answer(undefined);
    expect(await caller.call(aCall())).toEqual({ kind: "answered", reply: undefined });
  });

  test.each([true, false])(
    "a failure has words for everybody and for the owner (may recover: %s)",
    async (mayRecover) => {
      const { caller, fail } = subject();
      fail(mayRecover);
      const outcome = await caller.call(aCall());
      expect(outcome).toMatchObject({ kind: "failed", mayRecover });
      const { conversationText, reason } = outcome as Extract<typeof outcome, { kind: "failed" }>;
      expect(conversationText).not.toBe("");
      expect(reason).not.toBe("");
    },
  );
};
