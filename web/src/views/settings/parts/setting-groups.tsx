import { useEffect } from "preact/hooks";
import { useApp } from "../../../app/app";
import { screenWords } from "../../../words/en-settings-screens";
import { mayKnowChanges } from "./change";
import { loadChanges } from "./last-change";
import { groupsIn, type LabelledGroup, type Scope } from "./scope";
import { SettingRow } from "./setting-row";

interface GroupsProps {
  readonly scope: Scope;
  readonly groups: readonly LabelledGroup[];
  /** The setting that the URL leads to. */
  readonly highlighted: string;
}

/** Groups of settings with their titles. */
export const Groups = ({ scope, groups, highlighted }: GroupsProps) => {
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
          {settings.map((labelled) => (
            <SettingRow
              key={labelled.setting.name}
              scope={scope}
              labelled={labelled}
              isHighlighted={highlighted === labelled.setting.name}
            />
          ))}
        </section>
      ))}
    </>
  );
};

/** The settings of a section, from the catalogue. */
export const SectionSettings = ({
  scope,
  section,
  highlighted,
}: {
  readonly scope: Scope;
  readonly section: string;
  readonly highlighted: string;
}) => {
  const app = useApp();
  return (
    <>
      {scope.id === "organization" &&
        !scope.mayChange(app.store, { name: "", kind: "text", fallback: "" }) && (
          <p class="soft">{screenWords.administratorsOnly}</p>
        )}
      <Groups scope={scope} groups={groupsIn(scope, section)} highlighted={highlighted} />
    </>
  );
};
