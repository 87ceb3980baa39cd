import type { AuditEntry } from "../../../api/settings";
import { type App, useApp } from "../../../app/app";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-settings-screens";
import { groupsIn, type LabelledSetting, organizationScope, type Value } from "../parts/scope";
import { valueText } from "../parts/setting-text";
import { shortDateAndTime } from "../parts/short-time";
import { auditValue, differencesIn, type IdOf } from "./audit-text";

/** The user, channel or group that an entry is about, with its name. */
export interface About {
  readonly target: AuditEntry["target"];
  readonly name: string;
}

const drawnSettings = (): ReadonlyMap<string, LabelledSetting> =>
  new Map(
    Object.keys(organizationScope.words)
      .flatMap((section) => groupsIn(organizationScope, section))
      .flatMap(({ settings }) => settings)
      .map((labelled) => [labelled.setting.audited ?? labelled.setting.name, labelled]),
  );

/** A logged value in the words of its setting, with ids replaced by names. */
const textOf = (app: App, name: string, labelled: LabelledSetting | undefined, value: unknown): string => {
  if (labelled !== undefined && value !== undefined && labelled.setting.kind !== "group")
    return valueText(app, labelled, value as Value);
  return auditValue(value, (id, of) => namedAs(app, of, id), name);
};

const namedAs = ({ names, store }: App, of: IdOf, id: number): string | undefined =>
  of === "channel"
    ? names.channelName(id) && `#${names.channelName(id)}`
    : of === "user"
      ? names.userName(id)
      : store.groups.value.get(id)?.name;

const targetName = (app: App, { target, before, after }: AuditEntry): string => {
  const { store, names } = app;
  if (target.type === "user") return names.userName(target.id) ?? "";
  if (target.type === "channel") return `#${names.channelName(target.id) ?? target.id}`;
  if (target.type === "user_group") return store.groups.value.get(target.id)?.name ?? "";
  return auditValue(
    after.name ?? before.name ?? after.pattern ?? before.pattern ?? after.email ?? "",
  ).replace("–", "");
};

interface LineProps {
  readonly entry: AuditEntry;
  /** Filters the log. */
  readonly onWho: (id: number) => void;
  readonly onTarget: (about: About) => void;
}

/** An audit log entry: who did what to whom, and the values before and after. */
export const AuditLine = ({ entry, onWho, onTarget }: LineProps) => {
  const app = useApp();
  const settings = entry.target.type === "realm" ? drawnSettings() : undefined;
  const { actor, kind } = entry;
  const actorId = actor.user_id;
  const who = actorId === null ? screenWords.theServer : (app.names.userName(actorId) ?? String(actorId));
  const target = targetName(app, entry);
  const isOwnAct = entry.target.type === "user" && entry.target.id === actorId;
  return (
    <li class="channel-row">
      <div class="channel-about">
        {actorId === null ? (
          <strong>{who}</strong>
        ) : (
          <button
            type="button"
            class="link"
            dir="auto"
            title={adminWords.onlyBy(who)}
            onClick={() => onWho(actorId)}
          >
            {who}
          </button>
        )}{" "}
        {adminWords.auditKinds[kind] ?? kind.replaceAll("_", " ")}
        {target !== "" && !isOwnAct && (
          <>
            :{" "}
            <button
              type="button"
              class="link"
              dir="auto"
              title={adminWords.onlyAbout(target)}
              onClick={() => onTarget({ target: entry.target, name: target })}
            >
              {target}
            </button>
          </>
        )}
        <ul>
          {differencesIn(entry).map(({ name, before, after }) => {
            const labelled = settings?.get(name);
            const label = labelled?.words.label ?? name.replace(/_ids?$/, "").replaceAll("_", " ");
            const [was, is] = [textOf(app, name, labelled, before), textOf(app, name, labelled, after)];
            return (
              <li key={name} class="about-setting" dir="auto">
                {before === undefined
                  ? adminWords.auditFact(label, is)
                  : adminWords.auditChange(label, was, is)}
              </li>
            );
          })}
        </ul>
        <p class="soft">
          {[shortDateAndTime(entry.timestamp), adminWords.auditFrom(actor.client, actor.address ?? "")]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
    </li>
  );
};
