/**
 * Maximum number of variants that share a name, such as a stock-keeping unit. A name that more variants have, such as
 * `N/A`, identifies none of them: neither for rows of stock nor for lines of orders.
 */
export const MAX_SAME_NAME = 20;
