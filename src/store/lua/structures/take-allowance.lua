#!lua flags=allow-oom
--[[
  take-allowance: count the use of a rate.
  Keys     1 string: the time (ms since 1970, with decimals: a unit may take less than a millisecond) when the debt is
           paid off, the limit (units per period) it was computed with, and the time of the last use, separated by
           spaces; expires. Version 0.1.0 stored only the first
  Args     1 units to take   2 units of a period   3 period in milliseconds
           4 'always' to take them in any case; otherwise they are refused if a whole period is owed
  Returns  milliseconds until less than a period is owed; 0 if that is already the case. Without 'always', a number
           above 0 means that nothing was taken
]]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local units, period = tonumber(ARGV[1]), tonumber(ARGV[3])
local one = period / ARGV[2]
local stored, limit, last = string.match(redis.call('GET', KEYS[1]) or '', '^([%d.]+) ?(%d*) ?(%d*)$')
-- If the clock was ahead at the last use, and was set back, the debt of that time is owed.
local from = math.max(now, tonumber(last) or 0)
local owed = math.max((tonumber(stored) or 0) - from, 0)
-- The same units take another time if the limit has changed.
if tonumber(limit) then owed = owed * limit / ARGV[2] end
local paid = now + owed
-- Room for one unit is enough: otherwise, a use that is larger than a period could never be taken.
local function wait() return math.max(0, math.ceil(paid + one - period - now)) end
local before = wait()
if ARGV[4] ~= 'always' and before > 0 then return before end
paid = paid + units * one
redis.call('SET', KEYS[1], string.format('%.3f %s %.0f', paid, ARGV[2], now), 'PX',
  string.format('%.0f', math.ceil(paid - now) + 1))
if ARGV[4] == 'always' then return wait() end
return 0
