import { changeOrganization } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { adminWords } from "../../../words/en-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { isOwner } from "../parts/scope";
import { useAction } from "../parts/use-action";

interface Method {
  readonly enabled: boolean;
  /** Whether the server supports it. */
  readonly available: boolean;
}

/** The login methods: the server offers some, and owners choose among them. */
export const LoginMethods = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const { store } = app;
  const known = (store.realm.value.realm_authentication_methods ?? {}) as Readonly<Record<string, Method>>;
  const methods = Object.entries(known).filter(([, { available }]) => available);
  const mayChange = isOwner(store);
  const put = (name: string, isOn: boolean) =>
    changeOrganization({ authentication_methods: { [name]: isOn } });
  const change = async (name: string, isOn: boolean): Promise<boolean> => {
    if (!(await run(() => put(name, isOn)))) return false;
    const label = screenWords.methodNames[name] ?? name;
    const undo = () => void app.attempt(put(name, !isOn));
    app.showToast({
      text: screenWords.saved(label),
      about: `method ${name}`,
      act: { label: deferredWords.undo, run: undo },
    });
    return true;
  };
  return (
    <section class="setting-group">
      <h2>{screenWords.methods}</h2>
      {methods.map(([name, { enabled }]) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={enabled}
            disabled={!mayChange || isBusy}
            onChange={async ({ currentTarget }) => {
              // It keeps its value until the server has agreed: at least one method must remain.
              if (!(await change(name, currentTarget.checked))) currentTarget.checked = enabled;
            }}
          />
          {screenWords.methodNames[name] ?? name}
        </label>
      ))}
      {problem}
      <p class="soft">{mayChange ? adminWords.loginMethodsHint : screenWords.ownersOnly}</p>
    </section>
  );
};
