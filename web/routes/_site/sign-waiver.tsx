import { createFileRoute } from '@tanstack/react-router'
import { pageTitles } from '../../../shared/domain/facility/pageTitles.ts'
import { HandedOverPage } from '../../features/waivers/HandedOverPage.tsx'

export const Route = createFileRoute('/_site/sign-waiver')({
  component: HandedOverPage,
  staticData: { title: pageTitles['/sign-waiver'] },
})
