import { callableBot } from "../../domain/bot-call";
import type { ApiKeys } from "../ports/api-keys";
import type { BotCallQueue, QueuedCall } from "../ports/bot-call-queue";
import type { BotCaller, CallOutcome, CallToBot } from "../ports/bot-caller";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import type { RealmDirectory } from "../realm-directory";
import type { AnswerAsBot } from "./answer-as-bot";

interface Ports {
  readonly apiKeys: ApiKeys;
  readonly botCalls: BotCallQueue;
  readonly botCaller: BotCaller;
  readonly directory: RealmDirectory;
  readonly topicLinks: CallToBot["topicLinks"];
  readonly messages: MessageReader;
  readonly registry: RealmRegistry;
  readonly singleRunner: SingleRunner;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const second = 1000;
/** How long to wait after each failure; after the last one the call is given up. */
const delays = [5, 30, 120].map((seconds) => seconds * second);
/** How many bots are called at once: one that is slow holds up no other. */
const mostAtOnce = 20;
/** How soon calls that came in by other processes are seen while this one is at it. */
const lookEvery = second;

type UnderWay = Map<
  string,
  { readonly realmId: number; readonly botId: number; readonly done: Promise<void> }
>;

/**
 * Calls the servers of outgoing webhook bots: one process at a time, each bot's calls one after the other, each
 * at least once. A call leaves the queue when its answer is in the conversation, or its owner knows that there is none.
 */
export class BotCourier {
  private isOpen = false;
  private isClosing = false;
  private rings = 0;
  /** Realms where something may be due that wasn't at the last look. */
  private readonly lookAt = new Set<number>();
  private wake = (): void => {};
  private working: Promise<void> | undefined;

  constructor(
    private readonly ports: Ports,
    private readonly answer: AnswerAsBot,
  ) {
    ports.directory.follow({
      follow: (realmId, { event }) => {
        if (event.type === "message_sent" && event.botCalls !== undefined) this.ring(realmId);
      },
    });
  }

  /** From now on bots are called as soon as this process hears of a message for them; commands leave it to the server. */
  open(): void {
    this.isOpen = true;
  }

  /** Makes the calls that are due, unless another process does. */
  deliver(stopping?: AbortSignal): Promise<void> {
    this.working ??= this.work(stopping).finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  /** Calls nobody any more, and waits for what is under way. */
  async close(): Promise<void> {
    this.isOpen = false;
    this.isClosing = true;
    this.wake();
    await this.working?.catch(() => undefined);
  }

  private ring(realmId: number): void {
    this.rings += 1;
    this.lookAt.add(realmId);
    this.wake();
    if (this.isOpen) void this.deliver().catch(this.ports.onError);
  }

  private async work(stopping?: AbortSignal): Promise<void> {
    const isEnding = () => this.isClosing || stopping?.aborted === true;
    const wake = () => this.wake();
    stopping?.addEventListener("abort", wake);
    try {
      let heard: number;
      do {
        heard = this.rings;
        await this.ports.singleRunner.ifFree("outgoing webhooks", () => this.callAll(isEnding));
      } while (heard !== this.rings && !isEnding());
    } finally {
      stopping?.removeEventListener("abort", wake);
    }
  }

  /** Until nothing is due and nothing under way. */
  private async callAll(isEnding: () => boolean): Promise<void> {
    const underWay: UnderWay = new Map();
    try {
      for (let everywhere = true; !isEnding(); ) {
        const all = everywhere ? (await this.ports.registry.list()).map(({ id }) => id) : this.lookAt;
        const realmIds = [...all];
        this.lookAt.clear();
        for (const realmId of realmIds) await this.callDue(realmId, underWay);
        if (underWay.size === 0 && everywhere && this.lookAt.size === 0) return;
        everywhere = underWay.size === 0 || (this.lookAt.size === 0 && (await this.pause(underWay)));
      }
    } finally {
      await Promise.allSettled([...underWay.values()].map(({ done }) => done));
    }
  }

  /** Begins the realm's calls that are due, as far as there is room for them. */
  private async callDue(realmId: number, underWay: UnderWay): Promise<void> {
    const { botCalls, clock } = this.ports;
    const busy = [...underWay.values()].flatMap((one) => (one.realmId === realmId ? [one.botId] : []));
    const room = mostAtOnce - underWay.size;
    if (room <= 0) return;
    for (const call of await botCalls.due(realmId, clock.now(), busy, room)) {
      const key = `${realmId}:${call.botId}`;
      const done = this.make(realmId, call).finally(() => {
        underWay.delete(key);
        this.lookAt.add(realmId);
      });
      underWay.set(key, { realmId, botId: call.botId, done });
    }
  }

  /** Until a call is through or a new one came in; true when it is time to look everywhere again. */
  private async pause(underWay: UnderWay): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const called = new Promise<boolean>((resolve) => {
      this.wake = () => resolve(false);
      timer = setTimeout(() => resolve(true), lookEvery);
    });
    const isTime = await Promise.race([called, ...[...underWay.values()].map(({ done }) => done)]);
    clearTimeout(timer);
    return isTime === true;
  }

  private async make(realmId: number, call: QueuedCall): Promise<void> {
    const { botCalls, onError } = this.ports;
    try {
      const told = await this.told(realmId, call);
      if (told !== undefined) {
        const outcome = await this.ports.botCaller.call(told);
        if (await this.isPutOff(realmId, call, outcome)) return;
        await this.answer(realmId, told, outcome);
      }
      await botCalls.remove(realmId, call);
    } catch (error) {
      onError(error);
      // What breaks the server again and again must not be tried for ever.
      const later = this.delayAfter(call);
      const { clock } = this.ports;
      await (later === undefined
        ? botCalls.remove(realmId, call)
        : botCalls.postpone(realmId, call, clock.now() + later)
      ).catch((again) => {
        onError(again);
        // Nothing can be written: the bot's server must not be called again and again meanwhile.
        return new Promise((resolve) => setTimeout(resolve, lookEvery));
      });
    }
  }

  private delayAfter({ failures }: QueuedCall): number | undefined {
    return delays[failures];
  }

  private async isPutOff(realmId: number, call: QueuedCall, outcome: CallOutcome): Promise<boolean> {
    const later = this.delayAfter(call);
    if (outcome.kind === "answered" || !outcome.mayRecover || later === undefined) return false;
    await this.ports.botCalls.postpone(realmId, call, this.ports.clock.now() + later);
    return true;
  }

  /** What the bot's server is told; nothing where the message or the bot is no more. */
  private async told(
    realmId: number,
    { messageId, botId, trigger }: QueuedCall,
  ): Promise<CallToBot | undefined> {
    const { directory, messages, apiKeys } = this.ports;
    const [message] = await messages.byIds(realmId, [messageId]);
    const state = await directory.of(realmId);
    const bot = callableBot(state, botId);
    if (message === undefined || bot === undefined) return undefined;
    const { topicLinks } = this.ports;
    return { state, bot, message, topicLinks, trigger, token: apiKeys.webhookTokenOf(realmId, botId) };
  }
}
