import * as E from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import { type Message, neverRendered } from "../../domain/messages/message";
import { reachesSize } from "../../domain/messages/message-size";
import type { RealmState } from "../../domain/state/realm-state";
import { Pace } from "../admission/pace";
import { byServer } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { AttachmentReader } from "../ports/files/attachment-reader";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { WorkFinder } from "../ports/jobs/work-finder";
import type { MessageReader } from "../ports/messages/message-reader";
import type { MessageRenderer } from "../ports/messages/message-renderer";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { reachByConversation } from "./shared/reach-of-messages";
import { messageBasis, messageContext, noticeContext } from "./shared/render-context";

interface Ports {
  readonly workFinder: WorkFinder;
  readonly directory: RealmDirectory;
  readonly messages: MessageReader;
  readonly attachments: AttachmentReader;
  readonly renderer: MessageRenderer;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

const batchSize = 100;
/** Bytes of messages after which a batch ends: it is in memory twice, and its HTML is one commit. */
const batchBytes = 1_000_000;

/**
 * Renders messages again that an older renderer produced, newest first, as their senders would send them now. Notices
 * name only what they named already. Mentions keep the effect they had when sent. Clients see the new HTML when they next fetch the
 * message: after an upgrade there may be millions. One process at a time does this, in small batches and with long rests.
 */
export const rerenderMessages =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    await ports.singleRunner.ifFree("rendering", async () => {
      const pace = new Pace(stopping);
      const next = (after: RealmId) => ports.workFinder.nextToRender(ports.renderer.version, after);
      for (
        let realmId = await next(0);
        realmId !== undefined && !stopping?.aborted;
        realmId = await next(realmId)
      )
        while (!stopping?.aborted && (await rerenderBatch(ports, realmId))) await pace.rest();
    });
  };

/** Returns whether there may be more messages to render. */
const rerenderBatch = async (ports: Ports, realmId: RealmId): Promise<boolean> => {
  const { directory, messages, renderer, inTransaction } = ports;
  const old = await messages.renderedBefore(realmId, renderer.version, batchSize, batchBytes);
  // The node that does this may be behind: nobody sends there, perhaps.
  const state = await directory.newest(realmId);
  const rendered: { readonly message: Message; readonly html: string }[] = [];
  // One at a time: senders wait for the renderer, and nobody waits for this.
  for (const message of old) rendered.push({ message, html: await renderedAgain(ports, message, state) });
  await inTransaction(byServer(realmId), async (tx) => {
    const now = new Map(
      (
        await tx.messages.byIds(
          realmId,
          old.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    );
    const isFirst = (one: Message): boolean => one.rendererVersion === neverRendered;
    const reachOf = await reachByConversation(tx, [...now.values()].filter(isFirst));
    for (const { message, html } of rendered) {
      const current = now.get(message.id);
      // An edit in the meantime rendered it already.
      if (current === undefined || current.rendererVersion >= renderer.version) continue;
      tx.append({
        type: "message_rendered",
        messageId: message.id,
        rendererVersion: renderer.version,
        conversation: current.conversation,
        topic: current.topic,
        content: current.content,
        renderedContent: html,
        renderedAt: Math.floor(tx.now / 1000),
        ...(isFirst(current) && { isFirst: true, ...reachOf(current.conversation, [current.id]) }),
      });
    }
    return E.right(undefined);
  });
  return old.length === batchSize || reachesSize(old, batchBytes);
};

/** The new HTML, or the existing HTML if the content can no longer be rendered. */
const renderedAgain = async (ports: Ports, message: Message, state: RealmState): Promise<string> => {
  const { renderer, clock } = ports;
  const { content, renderedContent } = message;
  const realmId = state.realm.id;
  const sender = state.users.get(message.senderId);
  if (sender === undefined) return renderedContent;
  const now = clock.now();
  const context = sender.isSystemBot
    ? noticeContext(state, message, now)
    : await messageContext(
        ports,
        realmId,
        messageBasis(
          { state, writer: sender, now },
          content,
          await ports.attachments.sharedBy(realmId, message.id),
        ),
      );
  const requester = { realm: `${realmId}`, user: "server" };
  const rendered = await renderer.render(content, { ...context, requester });
  return E.isLeft(rendered) ? renderedContent : rendered.right.html;
};
