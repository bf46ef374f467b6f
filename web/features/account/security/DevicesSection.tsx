import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, problemOf, unwrap } from '../../../api/client.ts'
import { facilityQuery } from '../../../api/queries/facility.ts'
import { devicesQuery } from '../../../api/queries/security.ts'
import { toast } from '../../../ui/toast.ts'
import { FormNotice } from '../../accounts/FormNotice.tsx'
import { DeviceRow } from './DeviceRow.tsx'
import devicesClasses from './Devices.module.css'
import classes from './Security.module.css'
import { CardPending, CardProblem, SecurityCard } from './SecurityCard.tsx'

/** Where the account is signed in, and the way to end it there. */
export function DevicesSection() {
  const devices = useQuery(devicesQuery)
  const zone = useQuery(facilityQuery).data?.time_zone
  const { signOut, signOutOthers } = useSignOutDevices()
  const others = devices.data?.filter(({ current }) => !current).length ?? 0
  const error = signOut.error ?? signOutOthers.error
  return (
    <SecurityCard icon={IconDevices} title="Devices" wide>
      <p className={classes.line}>
        Where you are signed in. You do not know one of them? Sign it out and change your password.
      </p>
      {devices.isPending && <CardPending />}
      {devices.error && !devices.data && (
        <CardProblem error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {devices.data && zone && (
        <ul className={devicesClasses.list}>
          {devices.data.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              zone={zone}
              leaving={signOut.isPending && signOut.variables === device.id}
              onSignOut={() => signOut.mutate(device.id)}
            />
          ))}
        </ul>
      )}
      <FormNotice notice={error ? { kind: 'error', text: error.message } : undefined} />
      {others > 1 && (
        <div className={classes.actions}>
          <Button variant="default" loading={signOutOthers.isPending} onClick={() => signOutOthers.mutate()}>
            Sign out all other devices
          </Button>
        </div>
      )}
    </SecurityCard>
  )
}

function useSignOutDevices() {
  const queryClient = useQueryClient()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
  const signOut = useMutation({
    mutationFn: async (id: string) => {
      const response = await api.me.sessions[':id'].$delete({ param: { id } })
      // One that has ended meanwhile is as it should be.
      if (!response.ok && Number(response.status) !== 404) throw await problemOf(response)
    },
    onSuccess: () => toast.success('That device is signed out.'),
    onSettled,
  })
  const signOutOthers = useMutation({
    mutationFn: () => unwrap(api.me.sessions['sign-out-others'].$post()),
    onSuccess: () => toast.success('All other devices are signed out.'),
    onSettled,
  })
  return { signOut, signOutOthers }
}
