import { useApp } from "../../../app/app";
import { adminWords } from "../../../words/en-administration";

/** The channel that receives message reports. */
export const Reports = () => {
  const app = useApp();
  const id = Number(app.store.realm.value.realm_moderation_request_channel_id ?? -1);
  const name = app.names.channelName(id);
  return (
    <section class="setting-group">
      <h2>{adminWords.reports}</h2>
      {name === undefined ? (
        <p class="soft">{id > 0 ? adminWords.reportsUnseen : adminWords.noReports}</p>
      ) : (
        <p>
          {adminWords.reportsIn(name)}{" "}
          <a
            class="link"
            href={app.href({ screen: "narrow", narrow: [{ operator: "channel", operand: id }] })}
          >
            {adminWords.toReports}
          </a>
        </p>
      )}
    </section>
  );
};
