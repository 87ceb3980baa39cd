import { isLeft, isRight, right } from "fp-ts/Either";
import type { Message } from "../../domain/message";
import { byServer } from "../caller";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { MessageRenderer } from "../ports/message-renderer";
import type { SingleRunner } from "../ports/single-runner";
import type { WorkFinder } from "../ports/work-finder";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { reachByConversation } from "./reach-of-messages";
import { messageContext } from "./render-context";

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

/**
 * Renders again what an older renderer made, the newest messages first, as their senders would write them now.
 * Whom they called when they were sent stays as it is. One process at a time does it, in small batches.
 */
export const rerenderMessages =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    await ports.singleRunner.ifFree("rendering", async () => {
      const next = (after: number) => ports.workFinder.nextToRender(ports.renderer.version, after);
      for (
        let realmId = await next(0);
        realmId !== undefined && !stopping?.aborted;
        realmId = await next(realmId)
      )
        while (!stopping?.aborted && (await rerenderBatch(ports, realmId)));
    });
  };

/** Whether there may be more. */
const rerenderBatch = async (ports: Ports, realmId: number): Promise<boolean> => {
  const { messages, renderer, inTransaction } = ports;
  const old = await messages.renderedBefore(realmId, renderer.version, batchSize);
  const rendered: { readonly message: Message; readonly html: string }[] = [];
  // One at a time: nobody waits for this, and those who write do.
  for (const message of old) rendered.push({ message, html: await again(ports, message, realmId) });
  const outcome = await inTransaction(byServer(realmId), (tx) => async () => {
    const now = new Map(
      (
        await tx.messages.byIds(
          realmId,
          old.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    );
    const reachOf = await reachByConversation(tx, [...now.values()]);
    for (const { message, html } of rendered) {
      const current = now.get(message.id);
      // Who edited it meanwhile had it rendered.
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
        ...reachOf(current.conversation, [current.id]),
      });
    }
    return right(undefined);
  })();
  return isRight(outcome) && old.length === batchSize;
};

/** What can't be rendered any more keeps the HTML that it has. */
const again = async (
  ports: Ports,
  { senderId, content, renderedContent }: Message,
  realmId: number,
): Promise<string> => {
  const { directory, renderer, clock } = ports;
  const state = await directory.of(realmId);
  const sender = state.users.get(senderId);
  if (sender === undefined) return renderedContent;
  const context = await messageContext(ports, state, sender, content, clock.now());
  const requester = { realm: `${realmId}`, user: "server" };
  const rendered = await renderer.render(content, { ...context, requester });
  return isLeft(rendered) ? renderedContent : rendered.right.html;
};
