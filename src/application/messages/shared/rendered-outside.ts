import type { Either } from "fp-ts/Either";
import type { Attachment } from "../../../domain/files/attachment";
import type { User } from "../../../domain/users/user";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { MessageRenderer, RenderError, RenderedMessage } from "../../ports/messages/message-renderer";
import {
  type Preparation,
  type PreparedOutside,
  prepareOutside,
  stillPrepared,
} from "../../prepared-outside";
import type { Transaction } from "../../transaction";
import { messageBasis, messageContext, type Writing } from "./render-context";

interface Ports {
  readonly messages: Pick<MessageReader, "inTopic">;
  readonly renderer: MessageRenderer;
}

/** A user's message as it was rendered before its lane was taken. */
export interface RenderedOutside {
  readonly source: string;
  /** The linked files that it may show. */
  readonly files: readonly Attachment[];
  readonly rendering: PreparedOutside<Either<RenderError, RenderedMessage>>;
}

type WritingAs = Writing & { readonly writer: User };

const rendering = (
  { messages, renderer }: Ports,
  writing: WritingAs,
  source: string,
  files: readonly Attachment[],
): Preparation<Either<RenderError, RenderedMessage>> => {
  const basis = messageBasis(writing, source, files);
  return {
    basis,
    make: async () =>
      renderer.render(source, await messageContext({ messages }, writing.state.realm.id, basis)),
  };
};

/** Renders a user's message before its lane is taken. */
export const renderOutside = async (
  ports: Ports,
  writing: WritingAs,
  source: string,
  files: readonly Attachment[],
): Promise<RenderedOutside> => ({
  source,
  files,
  rendering: await prepareOutside(writing.state, rendering(ports, writing, source, files)),
});

/** The message as its names, and all else it refers to, stand in the lane. */
export const renderedInLane = (
  ports: Ports,
  tx: Pick<Transaction, "now" | "readOutside" | "state">,
  writer: User,
  { source, files, rendering: outside }: RenderedOutside,
): Either<RenderError, RenderedMessage> =>
  stillPrepared(tx, "message", outside, () =>
    rendering(ports, { state: tx.state, writer, now: tx.now }, source, files),
  );
