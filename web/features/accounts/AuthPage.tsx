import { IconBolt, IconCalendarCheck, IconCash } from '@tabler/icons-react'
import { hydration } from '../../ui/hydration.ts'
import { Grid } from '../../ui/layout.tsx'
import { Later, laterPart } from '../../ui/preloadable.tsx'
import classes from './AuthPage.module.css'
import { type AskedForm, loadFormOf } from './authForms.ts'

const authForm = laterPart(async () => {
  const [part] = await Promise.all([import('./AuthForm.tsx'), hydration.done || loadFormOf(location)])
  return part
})

/** For the route's loader: on the way from page to page the form that is asked for comes with the page. */
export const withAuthPage = (asked: AskedForm) =>
  hydration.done ? Promise.all([authForm.load(), loadFormOf(asked)]) : undefined

const reasons = [
  { icon: IconBolt, text: 'See what is free, live' },
  { icon: IconCalendarCheck, text: 'Book by the half hour, in a minute' },
  { icon: IconCash, text: 'Pay on arrival' },
]

/** `/auth` (spec 1 §2.9): a card for the account forms, with a picture beside them where there is room. */
export function AuthPage() {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <aside className={classes.picture} aria-hidden>
          <img
            src="/pictures/hero-5-800.webp"
            srcSet="/pictures/hero-5-800.webp 800w, /pictures/hero-5.webp 1600w"
            sizes="(min-width: 62em) 62rem, 1px"
            width={1600}
            height={900}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <div className={classes.words}>
            <p className={classes.slogan}>Step up to the plate.</p>
            <Grid as="ul" gap="xs" className={classes.reasons}>
              {reasons.map(({ icon: Icon, text }) => (
                <li key={text}>
                  <Icon size={20} aria-hidden /> {text}
                </li>
              ))}
            </Grid>
          </div>
        </aside>
        <section className={classes.panel} aria-labelledby="auth-heading">
          <Later part={authForm} />
        </section>
      </div>
    </div>
  )
}
