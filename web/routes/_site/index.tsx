import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../../features/facility/HomePage.tsx'

export const Route = createFileRoute('/_site/')({ component: HomePage })
