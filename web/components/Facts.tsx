import { Fragment } from 'react'
import classes from './Facts.module.css'

/** '8-12 years · All Levels': lines end between the facts, and the dots between lines are not shown. */
export const Facts = ({ children }: { children: string }) => (
  <span className={classes.facts}>
    {children.split(' · ').map((fact, index) => (
      <Fragment key={fact}>
        {index > 0 && ' '}
        <span>
          {index > 0 && <span className={classes.dot}>· </span>}
          {fact}
        </span>
      </Fragment>
    ))}
  </span>
)
