import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { removeAvatar, uploadAvatar } from "../../../api/account";
import { changeSetting } from "../../../api/requests";
import { fetchOwnProfile, setProfileValue } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { Avatar } from "../../../ui/avatar";
import { cardWords } from "../../../words/en-cards";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { ChangePicture } from "../parts/change-picture";
import { ProfileSection } from "../parts/profile-section";
import { isAdministrator } from "../parts/scope";
import { Field, useAction } from "../parts/use-action";

const Picture = () => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const isFixed = app.store.realm.value.realm_avatar_changes_disabled === true && !isAdministrator(app.store);
  return (
    <div class="profile-picture">
      <Avatar userId={app.store.ownId} size={80} />
      <div>
        {isFixed ? (
          <p class="soft">{screenWords.pictureFixed}</p>
        ) : (
          <ChangePicture
            isBusy={isBusy}
            onUpload={(file) => void run(() => uploadAvatar(file))}
            onRemove={() => void run(removeAvatar)}
          />
        )}
        {problem}
      </div>
    </div>
  );
};

const Name = () => {
  const app = useApp();
  const { run, problem } = useAction();
  const user = app.store.people.value.users.get(app.store.ownId);
  const known = user?.full_name ?? "";
  const name = useSignal(known);
  const isFixed = app.store.realm.value.realm_name_changes_disabled === true && !isAdministrator(app.store);
  useEffect(() => {
    name.value = known;
  }, [known]);
  const save = async () => {
    const wanted = name.value.trim();
    if (!(await run(() => changeSetting("full_name", wanted)))) return;
    const undo = () => void app.attempt(changeSetting("full_name", known));
    app.showToast({
      text: screenWords.saved(cardWords.name),
      about: "name",
      act: { label: deferredWords.undo, run: undo },
    });
  };
  return (
    <>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label={cardWords.name}
          value={name.value}
          maxLength={100}
          isDisabled={isFixed}
          onInput={(text) => {
            name.value = text;
          }}
          {...(isFixed && { hint: screenWords.nameFixed })}
        />
        {name.value.trim() !== known && (
          <button type="submit" class="primary" disabled={name.value.trim() === ""}>
            {deferredWords.save}
          </button>
        )}
      </form>
      {problem}
    </>
  );
};

const Fields = () => {
  const { store } = useApp();
  return (
    <ProfileSection
      title={screenWords.aboutYou}
      userId={store.ownId}
      fetch={fetchOwnProfile}
      set={setProfileValue}
    />
  );
};

/** The user's profile: picture, name and custom fields. */
export const Profile = () => (
  <>
    <Picture />
    <Name />
    <Fields />
  </>
);
