import { muteUser } from "../../../api/account";
import { useApp } from "../../../app/app";
import { Avatar } from "../../../ui/avatar";
import { topicName } from "../../../ui/place-heading";
import { TopicPolicy } from "../../../wire/numbers";
import { words } from "../../../words/en";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { setPolicy } from "../../topics/topic-actions";
import { useAction } from "../parts/use-action";

const People = () => {
  const app = useApp();
  const { run, problem } = useAction();
  const ids = [...app.store.mutedUsers.value];
  const show = async (id: number) => {
    if (!(await run(() => muteUser(id, false)))) return;
    const undo = () => void app.attempt(muteUser(id, true));
    const name = app.names.userName(id) ?? words.somebody;
    app.showToast({ text: screenWords.shownAgain(name), act: { label: deferredWords.undo, run: undo } });
  };
  return (
    <section class="setting-group">
      <h2>{screenWords.mutedPeople}</h2>
      <p class="soft">{screenWords.mutedPeopleHint}</p>
      {ids.length === 0 && <p>{screenWords.nobodyMuted}</p>}
      <ul class="inbox-list">
        {ids.map((id) => (
          <li key={id} class="channel-row">
            <Avatar userId={id} size={24} />
            <span class="inbox-name" dir="auto">
              {app.names.userName(id)}
            </span>
            <button
              type="button"
              class="plain"
              aria-label={`${cardWords.unmuteUser}: ${app.names.userName(id)}`}
              onClick={() => void show(id)}
            >
              {cardWords.unmuteUser}
            </button>
          </li>
        ))}
      </ul>
      {problem}
    </section>
  );
};

const policies = [TopicPolicy.inherit, TopicPolicy.muted, TopicPolicy.unmuted, TopicPolicy.followed] as const;

const Topics = () => {
  const app = useApp();
  const { known } = app.store.channels.value;
  const topics = [...app.store.topicPolicies.value.values()]
    .filter(({ stream_id }) => known.has(stream_id))
    .sort((a, b) => a.topic_name.localeCompare(b.topic_name));
  return (
    <section class="setting-group">
      <h2>{screenWords.topics}</h2>
      {topics.length === 0 && <p>{screenWords.noTopics}</p>}
      <ul class="inbox-list">
        {topics.map(({ stream_id: id, topic_name: topic, visibility_policy: policy }) => (
          <li key={`${id} ${topic}`} class="channel-row">
            <a
              class="inbox-name link"
              dir="auto"
              href={app.href({
                screen: "narrow",
                narrow: [
                  { operator: "channel", operand: id },
                  { operator: "topic", operand: topic },
                ],
              })}
            >
              #{known.get(id)?.name} › {topicName(topic)}
            </a>
            <select
              class="field"
              aria-label={screenWords.policyOf(topicName(topic))}
              value={String(policy)}
              onChange={({ currentTarget }) => void setPolicy(app, id, topic, Number(currentTarget.value))}
            >
              {policies.map((one) => (
                <option key={one} value={String(one)}>
                  {screenWords.policies[one]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Muted people, and topics with a policy of their own. */
export const Muted = () => (
  <>
    <People />
    <Topics />
  </>
);
