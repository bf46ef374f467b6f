import { useQuery } from '@tanstack/react-query'
import { facilityQuery } from '../../api/queries/facility.ts'
import { Box } from '../../ui/layout.tsx'
import { PageBanner } from '../../ui/PageBanner.tsx'
import { Later, laterPart } from '../../ui/preloadable.tsx'
import { ContactDetails } from './ContactDetails.tsx'
import classes from './ContactPage.module.css'

/** Most people come for the phone number, the address or the hours. */
export const contactMessage = laterPart(() => import('./ContactMessage.tsx'))

/** `/contact` (spec 1 §2.7): where and when to find the facility, and a form to write to it. */
export function ContactPage() {
  const { data: facility, isError } = useQuery(facilityQuery)
  return (
    <>
      <PageBanner title="Contact" tagline="Questions, teams, tours: call, write or come by." />
      <div className={classes.columns}>
        <ContactDetails facility={facility} failed={isError} />
        <Box as="section" shrinks>
          <Later part={contactMessage} />
        </Box>
      </div>
    </>
  )
}
