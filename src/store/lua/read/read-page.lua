#!lua flags=no-writes
--[[
  read-page: read a page of a wishlist's items in their order, with the wishlist itself, all at one moment.
  Keys     1 wishlist   2 its item order
  Args     1 start of the range of item numbers, in the form of ZRANGE BYLEX   2 maximum number of items
  Returns  metadata and record, each false if there is none, and then the name of the field of each item and its record
]]
local page = redis.call('HMGET', KEYS[1], 'm', 'j')
for _, name in ipairs(redis.call('ZRANGE', KEYS[2], ARGV[1], '+', 'BYLEX', 'LIMIT', 0, ARGV[2])) do
  page[#page + 1] = name
  page[#page + 1] = redis.call('HGET', KEYS[1], name)
end
return page
