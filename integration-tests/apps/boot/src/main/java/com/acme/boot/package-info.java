/** A Spring Boot application that does not know Weir. */
package com.acme.boot;
