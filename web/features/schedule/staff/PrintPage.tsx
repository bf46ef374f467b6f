/** The day sheet and the rosters of a day, for paper. */
export const PrintPage = ({ date }: { date: string | undefined }) => <p>{date}</p>
