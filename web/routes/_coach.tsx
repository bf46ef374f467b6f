import { createFileRoute, Outlet } from '@tanstack/react-router'
import { CoachFrame, CoachFramePending } from '../surfaces/coach/CoachFrame.tsx'

/** The coach portal, in a frame of its own; not part of the address (spec 3 §2). */
export const Route = createFileRoute('/_coach')({
  codeSplitGroupings: [['component', 'pendingComponent']],
  component: Coach,
  pendingComponent: CoachFramePending,
  // The frame names its pages.
  staticData: { title: null },
})

function Coach() {
  return (
    <CoachFrame>
      <Outlet />
    </CoachFrame>
  )
}
