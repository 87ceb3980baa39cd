import type { AuditEntry } from "../../../api/settings";
import { type App, useApp } from "../../../app";
import { adminWords } from "../../../words/en-administration";
import { screenWords } from "../../../words/en-screens";
import { type Drawn, groupsIn, organizationScope, type Value } from "../scope";
import { valueText } from "../setting-text";
import { when } from "../when";
import { auditValue, differencesIn, type IdOf } from "./audit-text";

/** Something that was done something to, and its name. */
export interface About {
  readonly target: AuditEntry["target"];
  readonly name: string;
}

const drawnSettings = (): ReadonlyMap<string, Drawn> =>
  new Map(
    Object.keys(organizationScope.words)
      .flatMap((section) => groupsIn(organizationScope, section))
      .flatMap(({ settings }) => settings)
      .map((drawn) => [drawn.setting.audited ?? drawn.setting.name, drawn]),
  );

/** A value under its setting's words where it has some, and ids by the names of what has them. */
const textOf = (app: App, name: string, drawn: Drawn | undefined, value: unknown): string => {
  if (drawn !== undefined && value !== undefined && drawn.setting.kind !== "group")
    return valueText(app, drawn, value as Value);
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
  /** Narrows the log down to one. */
  readonly onWho: (id: number) => void;
  readonly onTarget: (about: About) => void;
}

/** One thing that was done: by whom, to what, and what was different then. */
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
            const drawn = settings?.get(name);
            const label = drawn?.words.label ?? name.replace(/_ids?$/, "").replaceAll("_", " ");
            const [was, is] = [textOf(app, name, drawn, before), textOf(app, name, drawn, after)];
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
          {[when(entry.timestamp), adminWords.auditFrom(actor.client, actor.address ?? "")]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
    </li>
  );
};
