import { Checkbox, Skeleton, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  coachProfileChange,
  coachSpecialties,
  type OwnCoachProfile,
} from '../../../../shared/contract/lessons/coachProfile.ts'
import { read } from '../../../api/read.ts'
import { touches } from '../../../api/touches.ts'
import { useForm } from '../../../components/form/useForm.ts'
import { Form } from '../../../components/staff/form/Form.tsx'
import { LeaveContext } from '../../../components/staff/form/FormDialog.tsx'
import { CropStep } from '../../../components/staff/picture/CropStep.tsx'
import { portraitShape } from '../../../components/staff/picture/cropShapes.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Grid, Stack } from '../../../ui/layout.tsx'
import { MoneyField } from '../../../ui/NumberField.tsx'
import { ErrorAlert } from '../../../ui/staff/ErrorAlert.tsx'
import { toast } from '../../../ui/toast.ts'
import { moneyText, readNumber } from '../../../ui/typedNumber.ts'
import { ProfilePicture } from './ProfilePicture.tsx'
import classes from './ProfileSetup.module.css'
import { usePictureUpload } from './usePictureUpload.ts'

interface ProfileSetupProps {
  /** Leads to the dashboard. */
  onClose: () => void
}

/** The dialog of /coach-setup: the coach's own profile, and the crop of a new picture in its place (spec 3 §2). */
export function ProfileSetup({ onClose }: ProfileSetupProps) {
  const profile = useQuery(read('GET /api/coach/profile'))
  const [opened, setOpened] = useState(true)
  const [chosen, setChosen] = useState<File>()
  /** A new picture, stored with the form: nobody should have to know that one of the two is saved at once. */
  const [waiting, setWaiting] = useState<File>()
  const picture = usePictureUpload()
  const unsaved = useRef(false)
  const [asking, setAsking] = useState(false)
  const leave = () => (waiting || unsaved.current ? setAsking(true) : close())
  const close = () => {
    setAsking(false)
    setOpened(false)
    onClose()
  }

  function crop(cropped: File) {
    setChosen(undefined)
    setWaiting(cropped)
  }

  async function upload(cropped: File) {
    if (await picture.upload(cropped)) close()
  }

  function saved() {
    toast.success('Profile updated successfully!')
    if (waiting) void upload(waiting)
    else close()
  }

  return (
    <>
      <Dialog
        opened={opened}
        onClose={chosen ? () => setChosen(undefined) : leave}
        title={chosen ? 'Crop Your Picture' : 'Coach Profile'}
        long
        wide
      >
        {profile.error && !profile.data && (
          <ErrorAlert
            error={profile.error}
            text="Could not load coach profile."
            onRetry={() => void profile.refetch()}
          />
        )}
        {!profile.data && !profile.error && <Skeleton height="32rem" />}
        {chosen && (
          <CropStep file={chosen} shape={portraitShape} onDone={crop} onCancel={() => setChosen(undefined)} />
        )}
        {profile.data && (
          // Stays while a picture is cropped, with what was typed.
          <Stack gap="lg" hidden={chosen !== undefined} className={classes.profile}>
            <ProfilePicture
              profile={profile.data}
              waiting={waiting}
              picture={picture}
              onChoose={setChosen}
              onRetry={() => waiting && void upload(waiting)}
            />
            <LeaveContext value={unsaved}>
              <ProfileForm profile={profile.data} onCancel={leave} onDone={saved} />
            </LeaveContext>
          </Stack>
        )}
      </Dialog>
      <ConfirmDialog
        opened={asking}
        title="Leave without saving?"
        text="Your profile’s changes are not saved yet."
        label="Discard Changes"
        dismissLabel="Keep Editing"
        onConfirm={close}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

interface ProfileFormProps {
  profile: OwnCoachProfile
  onCancel: () => void
  onDone: () => void
}

function ProfileForm({ profile, onCancel, onDone }: ProfileFormProps) {
  // Specialties that an admin has entered are offered beside the usual ones.
  const specialties = [...new Set<string>([...coachSpecialties, ...profile.specialties])]
  const form = useForm({
    values: {
      name: profile.name,
      phone_number: profile.phone_number ?? '',
      hourly_rate: moneyText(profile.hourly_rate),
      bio: profile.bio ?? '',
      specialties: profile.specialties,
    },
    schema: coachProfileChange,
    request: ({ phone_number, hourly_rate, bio, ...values }) => ({
      ...values,
      phone_number: phone_number.trim() || null,
      hourly_rate: readNumber(hourly_rate),
      bio: bio.trim() || null,
    }),
    send: (change, once) => once('PUT /api/coach/profile', change),
    touches: touches.coachProfile,
    onDone,
    staysOpen: true,
  })
  return (
    <Form
      form={form}
      label="Coach profile"
      failure="Error saving profile:"
      submit="Save Profile"
      onCancel={onCancel}
    >
      <Grid className={classes.fields}>
        <TextInput label="Name" required maxLength={200} autoComplete="name" {...form.field('name')} />
        <TextInput
          label="Phone Number"
          type="tel"
          maxLength={40}
          autoComplete="tel"
          {...form.field('phone_number')}
        />
        <TextInput
          label="Email"
          description="This comes from your account; change it there."
          inputWrapperOrder={['label', 'input', 'description']}
          type="email"
          readOnly
          value={profile.email}
        />
        <MoneyField
          label="Hourly Rate"
          description="Existing bookings keep their price."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.bind('hourly_rate')}
        />
      </Grid>
      <Textarea
        label="Bio"
        description="What clients should know: where you played, how you teach."
        autosize
        minRows={3}
        maxRows={8}
        maxLength={5_000}
        {...form.field('bio')}
      />
      <Checkbox.Group label="Specialties" {...form.bind('specialties')}>
        <div className={classes.specialties}>
          {specialties.map((specialty) => (
            <Checkbox
              key={specialty}
              value={specialty}
              label={specialty}
              classNames={{
                body: classes.specialty ?? '',
                labelWrapper: classes.specialtyLabel ?? '',
                label: classes.specialtyText ?? '',
              }}
            />
          ))}
        </div>
      </Checkbox.Group>
    </Form>
  )
}
