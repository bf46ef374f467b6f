import { Fragment } from 'react'
import classes from './DataTable.module.css'

/** Below a name, on one line: what does not fit is in the details. */
export const OneLine = ({ text }: { text: string }) => (
  <div className={classes.oneLine} title={text}>
    {text.split('@').map((part, index) =>
      index === 0 ? (
        part
      ) : (
        <Fragment key={part}>
          <wbr />@{part}
        </Fragment>
      ),
    )}
  </div>
)
