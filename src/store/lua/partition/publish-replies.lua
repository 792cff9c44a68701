#!lua flags=allow-oom
--[[
  publish-replies: pass replies that were held back on to the processes that wait for them, each reply once.
  Keys     per process: held replies, replies
  Args     1 milliseconds that a reply waits for its process   then per process: number of replies, their request ids
  Returns  number of replies that were passed on
]]
local at, published = 2, 0
for i = 1, #KEYS, 2 do
  local held, replies = KEYS[i], KEYS[i + 1]
  local last = at + tonumber(ARGV[at])
  for n = at + 1, last do
    local reply = redis.call('HGET', held, ARGV[n])
    if reply then
      redis.call('XADD', replies, '*', 'i', ARGV[n], 'r', reply)
      redis.call('HDEL', held, ARGV[n])
      published = published + 1
    end
  end
  if last > at then redis.call('PEXPIRE', replies, ARGV[1]) end
  at = last + 1
end
return published
