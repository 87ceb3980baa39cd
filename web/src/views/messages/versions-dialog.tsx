import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../../api/error-text";
import { fetchVersions, type Version } from "../../api/message-requests";
import { useApp } from "../../app/app";
import { Html } from "../../ui/html";
import { Overlay } from "../../ui/overlay";
import { topicName } from "../../ui/place-heading";
import { dateAndTime } from "../../ui/time";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { historyWords } from "../../words/en-history";
import { markedChanges } from "./marked-changes";

const changesIn = (version: Version, channelName: (id: number) => string): readonly string[] => [
  ...(version.prev_topic === undefined
    ? []
    : [historyWords.topicChanged(topicName(version.prev_topic), topicName(version.topic))]),
  ...(version.prev_stream === undefined
    ? []
    : [historyWords.channelChanged(channelName(version.prev_stream), channelName(version.stream ?? 0))]),
];

/** The version's content, with its changes marked. */
const shownOf = ({ prev_rendered_content: before, rendered_content: after }: Version): string =>
  before === undefined ? after : markedChanges(before, after);

/** Earlier versions of a message, newest first. */
export const VersionsDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  const { names } = useApp();
  const versions = useSignal<readonly Version[] | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    fetchVersions(id).then(
      (found) => {
        versions.value = found.toReversed();
      },
      (error) => {
        problem.value = errorText(error);
      },
    );
  }, [id, versions, problem]);
  const channelName = (channelId: number) => names.channelName(channelId) ?? historyWords.unknownChannel;
  const last = (versions.value?.length ?? 0) - 1;
  return (
    <Overlay title={deferredWords.history} onClose={onClose} class="versions">
      {problem.value !== "" && <p class="problem">{problem.value}</p>}
      {versions.value === undefined && problem.value === "" && <p class="soft">{words.loading}</p>}
      <ol class="version-list">
        {versions.value?.map((version, index) => {
          const name = names.userName(version.user_id ?? 0) ?? words.somebody;
          const changes = changesIn(version, channelName);
          const isReworded = index === last || version.prev_rendered_content !== undefined;
          return (
            <li key={`${version.timestamp} ${index}`}>
              <p class="soft">
                {index === last
                  ? deferredWords.writtenBy(name)
                  : isReworded
                    ? historyWords.editedBy(name)
                    : historyWords.movedBy(name)}
                , {dateAndTime(version.timestamp * 1000)}
              </p>
              {changes.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {isReworded && <Html html={shownOf(version)} />}
            </li>
          );
        })}
      </ol>
    </Overlay>
  );
};
