import { useEffect } from "preact/hooks";
import { useApp } from "../../app";
import { screenWords } from "../../words/en-screens";
import { mayKnowChanges } from "./change";
import { loadChanges } from "./logged";
import { type DrawnGroup, groupsIn, type Scope } from "./scope";
import { SettingRow } from "./setting-row";

interface GroupsProps {
  readonly scope: Scope;
  readonly groups: readonly DrawnGroup[];
  /** The setting that an address led to. */
  readonly wanted: string;
}

/** Groups of settings, each under its title. */
export const Groups = ({ scope, groups, wanted }: GroupsProps) => {
  const app = useApp();
  const mayKnow = mayKnowChanges(scope, app.store);
  useEffect(() => {
    if (mayKnow) void loadChanges(scope);
  }, [mayKnow, scope.id]);
  return (
    <>
      {groups.map(({ title, settings }) => (
        <section key={title} class="setting-group">
          <h2>{title}</h2>
          {settings.map((drawn) => (
            <SettingRow
              key={drawn.setting.name}
              scope={scope}
              drawn={drawn}
              isWanted={wanted === drawn.setting.name}
            />
          ))}
        </section>
      ))}
    </>
  );
};

/** The settings of a section, as the catalogue has them. */
export const SectionSettings = ({
  scope,
  section,
  wanted,
}: {
  readonly scope: Scope;
  readonly section: string;
  readonly wanted: string;
}) => {
  const app = useApp();
  return (
    <>
      {scope.id === "organization" &&
        !scope.mayChange(app.store, { name: "", kind: "text", fallback: "" }) && (
          <p class="soft">{screenWords.administratorsOnly}</p>
        )}
      <Groups scope={scope} groups={groupsIn(scope, section)} wanted={wanted} />
    </>
  );
};
