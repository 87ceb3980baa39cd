import { removeIcon, uploadIcon } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { screenWords } from "../../../words/en-settings-screens";
import { ChangePicture } from "../parts/change-picture";
import { isAdministrator } from "../parts/scope";
import { useAction } from "../parts/use-action";

/** The organization's icon. */
export const Icon = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const { realm_icon_url: url, realm_icon_source: source } = app.store.realm.value;
  return (
    <div class="profile-picture">
      {typeof url === "string" && (
        <img class="avatar" src={url} alt={screenWords.icon} width={80} height={80} />
      )}
      <div>
        {isAdministrator(app.store) && (
          <ChangePicture
            isBusy={isBusy}
            onUpload={(file) => void run(() => uploadIcon(file))}
            onRemove={source === "U" ? () => void run(removeIcon) : undefined}
          />
        )}
        {problem}
      </div>
    </div>
  );
};
