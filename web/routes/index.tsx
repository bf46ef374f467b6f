import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '../features/facility/home/HomePage.tsx'

export const Route = createFileRoute('/')({
  component: HomePage,
  staticData: { description: 'Batting cages by the half hour. See what is free and book yours in a minute.' },
})
