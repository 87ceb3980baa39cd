import * as E from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import type { ChannelError } from "../../../domain/channels/refusals";
import type { LimitError } from "../../../domain/limit-refusals";
import type { MessageError } from "../../../domain/messages/refusals";
import type { TopicError } from "../../../domain/topics/refusals";
import type { UserError } from "../../../domain/users/refusals";
import type { Caller } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { AttachmentReader } from "../../ports/files/attachment-reader";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { MessageRenderer, RenderedMessage } from "../../ports/messages/message-renderer";
import type { ReadStateReader } from "../../ports/messages/read-state-reader";
import type { Clock } from "../../ports/system/clock";
import type { UserDataReader } from "../../ports/users/user-data-reader";
import { type PreparedOutside, prepareOutside } from "../../prepared-outside";
import type { KnownTopics } from "../../topics/shared/known-topics";
import { policyBySending, type RaisedPolicy } from "../../topics/shared/raise-policy";
import {
  attachmentsOf,
  type FilesFoundOutside,
  findSharableFiles,
} from "../../uploads/shared/attachment-access";
import { checkContent, findTarget } from "../shared/message-target";
import type { NewMessage } from "../shared/new-message";
import { type RenderedOutside, renderOutside } from "../shared/rendered-outside";
import { checkWidget } from "./check-widget";

/** The ports that preparing a send needs. */
export interface PreparePorts {
  readonly directory: RealmDirectory;
  readonly renderer: MessageRenderer;
  readonly messages: MessageReader;
  readonly attachments: AttachmentReader;
  readonly readStates: ReadStateReader;
  readonly userData: UserDataReader;
  readonly knownTopics: KnownTopics;
  readonly clock: Clock;
}

/** The parts of a send that are computed before its lane is taken. */
export interface PreparedMessage {
  /** Markdown as it is stored. */
  readonly content: string;
  readonly rendered: RenderedOutside;
  /** JSON of the submessage that starts a widget. */
  readonly widget: string | undefined;
  /** The sender's new policy for the topic, if sending changes it; undefined for a direct message. */
  readonly policy: PreparedOutside<RaisedPolicy | undefined> | undefined;
  /** Files that it links to and its sender could read. */
  readonly files: FilesFoundOutside;
}

/** A message whose preparation was checked in its lane. */
export interface ReadyMessage {
  readonly content: string;
  readonly widget: string | undefined;
  readonly rendered: RenderedMessage;
  readonly rendererVersion: number;
  readonly raisedPolicy: RaisedPolicy | undefined;
}

/** Checks and renders a message before its lane is taken. What depends on the realm is checked again in the lane. */
export const prepareSend = async (
  ports: PreparePorts,
  caller: Caller,
  input: NewMessage,
): Promise<
  E.Either<CallerError | ChannelError | LimitError | MessageError | TopicError | UserError, PreparedMessage>
> => {
  const { directory, clock } = ports;
  const content = checkContent(input.content);
  if (E.isLeft(content)) return content;
  const widget = checkWidget(content.right, input.widget);
  if (E.isLeft(widget)) return widget;
  let state = await directory.stateOf(caller.realmId);
  let found = findTarget(state, caller, input.to, clock.now());
  if (E.isLeft(found)) {
    // Another node may have newer state, such as a user created a moment ago.
    state = await directory.newest(caller.realmId);
    found = findTarget(state, caller, input.to, clock.now());
    if (E.isLeft(found)) return found;
  }
  const { sender, target } = found.right;
  const writing = { state, writer: sender, now: clock.now() };
  const files = await findSharableFiles(ports, caller, content.right);
  const [rendered, policy] = await Promise.all([
    renderOutside(ports, writing, content.right, attachmentsOf(files)),
    target.kind === "channel"
      ? prepareOutside(state, policyBySending(ports, state, sender, target))
      : undefined,
  ]);
  const { made } = rendered.rendering;
  if (E.isLeft(made)) return made;
  return E.right({ content: content.right, rendered, widget: widget.right, policy, files });
};
